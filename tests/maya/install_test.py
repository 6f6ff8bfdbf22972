#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Installs the module folder as docs/maya.md says and looks at it as Maya would.

Usage: install_test.py CMAKE BUILD_FOLDER      the component maya_standin must be built
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD = sys.argv.pop(1), sys.argv.pop(1)


def output(*command):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout


def parse_module_file(path):
    """The blocks of a .mod file: what follows '+', and the lines below up to the next one."""
    blocks = []
    for line in path.read_text().splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("+"):
            words = line[1:].split()
            conditions = dict(w.split(":") for w in words if ":" in w)
            name, version, root = [w for w in words if ":" not in w]
            blocks.append({**conditions, "name": name, "version": version, "root": root, "lines": {}})
            continue
        key, value = re.fullmatch(r"([\w-]+)\s*(?:\+?:=|:|=)\s*(.*)", line).groups()
        blocks[-1]["lines"][key] = value
    return blocks


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.prefix = pathlib.Path(cls.temporary.name)
        output(CMAKE, "--install", BUILD, "--component", "maya_standin", "--prefix", cls.prefix)
        cls.blocks = parse_module_file(cls.prefix / "sinew.mod")
        cls.here = next(b for b in cls.blocks if b["MAYAVERSION"] == "2024" and b["PLATFORM"] == "linux")
        cls.root = cls.prefix / cls.here["root"]
        cls.plugin = cls.root / cls.here["lines"]["plug-ins"] / "sinew.so"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_module_file_names_what_is_there(self):
        self.assertRegex(self.here["version"], r"^\d+\.\d+\.\d+$")
        self.assertTrue(self.plugin.is_file())
        scripts = self.root / self.here["lines"]["scripts"]
        self.assertTrue((scripts / "AEsinewDeformerTemplate.mel").is_file())
        python = self.root / self.here["lines"]["PYTHONPATH"]
        self.assertTrue((python / "sinew_maya/__init__.py").is_file())
        self.assertTrue((self.root / "bin/sinew_batch.py").is_file())

    def test_every_year_and_system_has_one_block(self):
        places = [(b["MAYAVERSION"], b["PLATFORM"]) for b in self.blocks]
        self.assertEqual(len(places), len(set(places)))
        self.assertEqual({p for _, p in places}, {"linux", "mac", "win64"})

    def test_nothing_else_is_installed(self):
        files = {str(p.relative_to(self.prefix)) for p in self.prefix.rglob("*") if p.is_file() or p.is_symlink()}
        others = [f for f in files if not re.match(
            r"sinew\.mod$|sinew/(scripts/(mel/\w+\.mel|python/sinew_maya/\w+\.py)|bin/sinew_batch\.py"
            r"|plug-ins/linux/2024/(sinew\.so|libsinew\.so\.[\d.]+))$", f)]
        self.assertEqual(others, [])

    def test_library_is_found_beside_the_plug_in(self):
        dynamic = output("readelf", "-d", self.plugin)
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
        self.assertEqual(re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic), ["$ORIGIN"])
        library = [n for n in needed if n.startswith("libsinew")]
        self.assertEqual(len(library), 1)
        self.assertTrue((self.plugin.parent / library[0]).exists())
        for name in needed:
            self.assertRegex(name, r"^(libsinew|libstdc\+\+|libm|libgcc_s|libc|ld-linux)")

    def test_only_entry_points_are_exported(self):
        names = re.findall(r" [A-Z] (.*)$", output("nm", "-DC", "--defined-only", self.plugin), re.MULTILINE)
        plain = {re.sub(r"Autodesk::Maya::OpenMaya20\d+::", "", n) for n in names}
        self.assertLessEqual({"initializePlugin(MObject)", "uninitializePlugin(MObject)"}, plain)
        self.assertLessEqual(plain, {"MApiVersion", "initializePlugin(MObject)", "uninitializePlugin(MObject)"})


if __name__ == "__main__":
    unittest.main()
