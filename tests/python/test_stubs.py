# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""The type stubs name what the compiled module has, and the settings the core has."""

import ast
from pathlib import Path

import sinew
from sinew import _core

STUB = ast.parse(Path(sinew.__file__).with_name("_core.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
KEYWORDS = {name for name in CLASSES if name.endswith("Keywords")}


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_module_and_stub_have_the_same_names():
    functions = {node.name for node in STUB.body if isinstance(node, ast.FunctionDef)}
    variables = {"target"}
    assert public(vars(_core)) == functions | variables | (set(CLASSES) - KEYWORDS)
    assert public(vars(_core)) <= set(sinew.__all__) and "py.typed" in {
        path.name for path in Path(sinew.__file__).parent.iterdir()}  # fmt: skip


def test_classes_and_stubs_have_the_same_members():
    for name in set(CLASSES) - KEYWORDS:
        stub = {node.name: node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
        compiled = vars(getattr(_core, name))
        assert public(stub) == public(compiled), name
        for member in public(stub):
            decorators = {d.id for d in stub[member].decorator_list}
            assert ("property" in decorators) == isinstance(compiled[member], property), f"{name}.{member}"


def test_keywords_are_the_settings_of_the_core():
    fields = {
        name: {node.target.id: ast.unparse(node.annotation) for node in CLASSES[name].body} for name in KEYWORDS
    }
    expected = {"BindKeywords": {}, "LoadKeywords": {}, "SolveKeywords": {}}
    for name, about in sinew.settings().items():
        default = about["default"]
        if isinstance(default, str):
            kind = "Literal[" + ", ".join(repr(choice) for choice in about["choices"]) + "]"
        else:
            kind = type(default).__name__
        expected[about["given_to"].title() + "Keywords"][name] = kind
    assert fields == expected


def test_everything_has_a_docstring():
    for name in public(vars(_core)) - {"target"}:
        assert getattr(_core, name).__doc__, name
    for name in ("Character", "Simulation", "Clip"):
        for member, value in vars(getattr(_core, name)).items():
            if callable(value) and not member.startswith("_") and not isinstance(value, property):
                assert value.__doc__, f"{name}.{member}"
