#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""What can be said about scripts for Maya without Maya."""

import importlib.util
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "maya_plugin/scripts"


def load_batch():
    spec = importlib.util.spec_from_file_location("sinew_batch", ROOT / "scripts/sinew_batch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def documented_attributes():
    text = (ROOT / "docs/maya.md").read_text()
    return set(re.findall(r"^\| `(\w+)(?:\[\])?` \|", text, re.MULTILINE))


class FakeScene:
    """Stands for a scene: answers as Scene does, and notes in which order it was asked."""

    def __init__(self, statuses, sequential=False):
        self.deformers, self.statuses, self.sequential = ["flesh"], statuses, sequential
        self.solved, self.written = [], None

    def frames(self):
        return [1, 2, 3, 4]

    def is_sequential(self):
        return self.sequential

    def solve(self, frame):
        self.solved.append(frame)
        return {"frame": frame, "statuses": [self.statuses.get(frame, "converged")], "reports": [None]}

    def write(self, formats, folder, frames):
        self.written = (formats, frames)


class Batch(unittest.TestCase):
    def setUp(self):
        import tempfile
        self.batch, self.folder = load_batch(), tempfile.mkdtemp()

    def run_with(self, scene, *arguments):
        return self.batch.run(self.batch.parse_arguments(["x.ma", "--out", self.folder, *arguments]), scene)

    def test_chunks_cover_every_frame_once(self):
        frames = list(range(1001, 1048))
        for count in (1, 2, 5, 47, 60):
            parts = [self.batch.chunk_of(frames, (k, count)) for k in range(1, count + 1)]
            self.assertEqual(sum(parts, []), frames)
            self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 1)

    def test_exit_codes(self):
        self.assertEqual(self.run_with(FakeScene({})), 0)
        self.assertEqual(self.run_with(FakeScene({3: "iteration_limit"})), 3)
        self.assertEqual(self.run_with(FakeScene({3: "passed through: x"})), 1)
        empty = FakeScene({})
        empty.deformers = []
        self.assertEqual(self.run_with(empty), 1)
        for bad in (["--frames", "9:1"], ["--chunk", "3/2"], ["--frames", "1:9:2", "--format", "pc2"],
                    ["--frames", "1:9:2", "--format", "usda"], ["--format", "obj"]):
            with self.assertRaises(SystemExit) as raised:
                self.run_with(FakeScene({}), *bad)
            self.assertEqual(raised.exception.code, 2)

    def test_order_and_report(self):
        import json
        scene = FakeScene({})
        self.run_with(scene, "--frames", "10:14", "--order", "reverse")
        self.assertEqual(scene.solved, [14, 13, 12, 11, 10])
        report = json.loads((pathlib.Path(self.folder) / "report.json").read_text())
        self.assertEqual([f["frame"] for f in report["frames"]], [10, 11, 12, 13, 14])
        self.assertEqual(self.run_with(FakeScene({}, sequential=True), "--chunk", "1/2"), 1)


class FakeCommands:
    """Stands for maya.cmds: notes every call, and answers with what `answers` says or a name."""

    def __init__(self, **answers):
        self.answers, self.calls = answers, []

    def __getattr__(self, name):
        def call(*arguments, **flags):
            self.calls.append((name, arguments, flags))
            answer = self.answers.get(name, name + "1")
            return answer(*arguments, **flags) if callable(answer) else answer
        return call

    def flags_of(self, name):
        return [flags for called, _, flags in self.calls if called == name]


class Windows(unittest.TestCase):
    """What menu, shelf, option box and buttons do, with Maya's commands noted instead of done."""

    def use(self, **answers):
        import importlib
        import sys
        import types
        cmds = FakeCommands(**answers)
        modules = {"maya": types.SimpleNamespace(cmds=cmds, mel=types.SimpleNamespace(eval=lambda text: "top"))}
        path = str(SCRIPTS / "python")
        sys.path.insert(0, path)
        self.addCleanup(sys.path.remove, path)
        for name in [n for n in sys.modules if n.startswith("sinew_maya")]:
            del sys.modules[name]
        sys.modules.update(modules)
        self.addCleanup(sys.modules.pop, "maya")
        parts = [importlib.import_module("sinew_maya." + n) for n in ("actions", "options", "shelf", "ui")]
        return cmds, types.SimpleNamespace(**dict(zip(("actions", "options", "shelf", "ui"), parts)))

    def test_menu_and_painting_come_and_go(self):
        items = iter(range(100))
        cmds, scripts = self.use(menuItem=lambda *a, **f: True if "exists" in f else f"item{next(items)}",
                                 menu=lambda *a, **f: True)
        scripts.ui.create()
        made = [f for f in cmds.flags_of("menuItem") if "exists" not in f]
        self.assertEqual(len(made), 2 * 5)
        self.assertEqual(sum("optionBox" in f for f in made), 2)
        self.assertEqual(len(cmds.flags_of("makePaintable")), 5)
        scripts.ui.delete()
        self.assertEqual(len(cmds.flags_of("deleteUI")), 2 * 5)
        self.assertEqual(sum("remove" in f for f in cmds.flags_of("makePaintable")), 5)

    def test_farms_can_do_without_the_menu(self):
        import os
        from unittest import mock
        cmds, scripts = self.use()
        with mock.patch.dict(os.environ, SINEW_MENU="0"):
            scripts.ui.create()
        self.assertEqual(cmds.flags_of("menuItem"), [])

    def test_option_box_keeps_and_uses_what_is_chosen(self):
        kept = {}

        def option_var(*_, **f):
            kept.update([f[k] for k in ("intValue", "stringValue") if k in f])
            return f["exists"] in kept if "exists" in f else kept.get(f.get("query"))
        cmds, scripts = self.use(
            optionVar=option_var, window=False, sinew=lambda *a, **f: ["skin", "fat"] if "listPresets" in f else ["n"],
            intSliderGrp=lambda *a, **f: 5000 if "query" in f else "slider",
            optionMenuGrp=lambda *a, **f: "fat" if "query" in f else "menu")
        scripts.options.show()
        cmds.flags_of("button")[0]["command"]()
        self.assertEqual(kept, {"sinewTargetCells": 5000, "sinewPreset": "fat"})
        self.assertEqual(cmds.flags_of("sinew")[-1]["preset"], "fat")
        self.assertEqual(len(cmds.flags_of("select")), 1)

    def test_colliders_are_the_selection_besides_the_skin(self):
        cmds, scripts = self.use(
            ls=lambda *a, **f: ["|skin", "|chair", "|floor"], listHistory=lambda node, **f: ["flesh"],
            nodeType="sinewDeformer", deformer=["skinShape"],
            listRelatives=lambda node, **f: ["|skin"] if "parent" in f else ["mesh"] if node == "|chair" else None)
        scripts.actions.add_colliders()
        self.assertEqual([(f["addCollider"], f["colliderShape"]) for f in cmds.flags_of("sinew")],
                         [("|chair", "mesh"), ("|floor", "plane")])
        scripts.actions.remove_colliders("flesh")
        self.assertEqual(cmds.flags_of("sinew")[-1]["removeCollider"], ["|chair", "|floor"])

    def test_other_buttons_call_the_command(self):
        cmds, scripts = self.use(ls=["|skin"], listHistory=["flesh"], nodeType="sinewDeformer", sinew=["note: fine"],
                                 shelfLayout=True)
        scripts.actions.rebind()
        scripts.actions.check()
        scripts.actions.show_bones()
        scripts.shelf.create()
        self.assertEqual([sorted(f) for f in cmds.flags_of("sinew")], [["edit", "rebind"], ["check"]])
        self.assertEqual(len(cmds.flags_of("shelfButton")), 6)


class Files(unittest.TestCase):
    def test_python_compiles(self):
        for path in [*SCRIPTS.rglob("*.py"), *(ROOT / "scripts").glob("sinew_*.py")]:
            compile(path.read_text(), str(path), "exec")

    def test_actions_that_buttons_name_exist(self):
        source = (SCRIPTS / "python/sinew_maya/actions.py").read_text()
        known = set(re.findall(r"^def (\w+)", source, re.MULTILINE))
        shelf = (SCRIPTS / "python/sinew_maya/shelf.py").read_text()
        named = set(re.findall(r'\("\w+", "(\w+)"', shelf))
        self.assertEqual(len(named), 6)
        menu = (SCRIPTS / "python/sinew_maya/ui.py").read_text()
        named |= set(re.findall(r'_add_item\(menu, "[\w ]+", "(\w+)"', menu))
        template = (SCRIPTS / "mel/AEsinewDeformerTemplate.mel").read_text()
        named |= set(re.findall(r'\$action \+ "(\w+)"', template))
        self.assertLessEqual(named, known)

    def test_mel_is_balanced_and_names_attributes_of_the_node(self):
        known = documented_attributes() | {"envelope", "input", "originalGeometry", "envelopeWeightsList", "weightList",
                                           "map64BitIndices"}
        self.assertGreater(len(known), 30)
        for path in SCRIPTS.rglob("*.mel"):
            text = re.sub(r"//.*", "", path.read_text())
            for a, b in ("{}", "()", "[]"):
                self.assertEqual(text.count(a), text.count(b), f"{path}: {a}{b}")
            self.assertEqual(text.count('"') % 2, 0)
            for name in re.findall(r'-(?:addControl|suppress) "(\w+)"', text):
                self.assertIn(name, known, path)

    def test_painted_maps_exist(self):
        source = (SCRIPTS / "python/sinew_maya/ui.py").read_text()
        painted = re.search(r"PAINTED = \((.*)\)", source)[1]
        for name in re.findall(r'"(\w+Map)"', painted):
            self.assertIn(name + "List", documented_attributes())

    def test_module_file(self):
        text = (ROOT / "maya_plugin/module/sinew.mod.in").read_text()
        blocks = re.findall(r"^\+ MAYAVERSION:(\d+) PLATFORM:(\w+) sinew @PROJECT_VERSION@ \./sinew\n"
                            r"plug-ins: plug-ins/(\w+)/(\d+)\n", text, re.MULTILINE)
        self.assertEqual(len(blocks), 18)
        for year, platform, folder, folder_year in blocks:
            self.assertEqual((platform, year), (folder, folder_year))
        for folder in ("mel", "python"):
            self.assertTrue((SCRIPTS / folder).is_dir())
            self.assertIn(f"scripts/{folder}", text)


if __name__ == "__main__":
    unittest.main()
