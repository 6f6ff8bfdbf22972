#!/usr/bin/env mayapy
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""For a person with Maya: the scenarios of tests/maya in the real program.

  mayapy scripts/sinew_maya_acceptance.py

Prints a table, one row per scenario. Put its last line into "Verified in" of docs/maya.md. Nobody has run this yet: a
row that fails may be a mistake of this script, of the plug-in, or of our model of Maya; all three are worth an issue.
"""

import math
import os
import sys
import tempfile
import traceback

import maya.standalone

maya.standalone.initialize(name="python")

from maya import cmds  # noqa: E402  (needs the line above)
from maya.api import OpenMaya  # noqa: E402


def limb(prefix=""):
    """A tube of 40 cm along x, three joints, the elbow bent by 3 degrees per frame from frame 0."""
    cmds.currentTime(0)
    cmds.select(clear=True)
    joints = [cmds.joint(name=prefix + n, position=(x, 0, 0)) for n, x in (("root", 2), ("elbow", 20), ("tip", 38))]
    skin = cmds.polyCylinder(name=prefix + "skin", radius=5, height=40, axis=(1, 0, 0), subdivisionsX=12,
                             subdivisionsY=16, subdivisionsZ=1)[0]
    cmds.move(20, 0, 0, skin)
    cmds.delete(skin, constructionHistory=True)
    cmds.setKeyframe(joints[1], attribute="rotateZ", time=0, value=0, inTangentType="linear", outTangentType="linear")
    cmds.setKeyframe(joints[1], attribute="rotateZ", time=30, value=90, inTangentType="linear", outTangentType="linear")
    return skin, joints


def bind(prefix=""):
    skin, joints = limb(prefix)
    node = cmds.sinew(skin, *joints, setting=[("targetCells", 300.0)])[0]
    return node, skin


def points(skin):
    path = OpenMaya.MSelectionList().add(skin).getDagPath(0)
    return [(p.x, p.y, p.z) for p in OpenMaya.MFnMesh(path).getPoints(OpenMaya.MSpace.kWorld)]


def at(frame, skin):
    cmds.currentTime(frame)
    return points(skin)


def gap(a, b):
    return max(math.dist(p, q) for p, q in zip(a, b))


def create():
    node, skin = bind()
    rest, bent = at(0, skin), at(20, skin)
    assert gap(rest, bent) > 5
    assert cmds.sinew(node, query=True, status=True) == ["converged"]


def scrubbing():
    _, skin = bind()
    expected = {f: at(f, skin) for f in (3, 11, 18)}
    for f in (18, 3, 11, 3, 18):
        assert at(f, skin) == expected[f], f


def engines():
    _, skin = bind()
    results = []
    for mode in ("off", "serial", "parallel"):
        cmds.evaluationManager(mode=mode)
        at(2, skin)
        results.append(at(12, skin))
    assert results[0] == results[1] == results[2]


def eight_at_once():
    cmds.evaluationManager(mode="parallel")
    skins = [bind("abcdefgh"[i])[1] for i in range(8)]
    cmds.currentTime(9)
    results = [points(s) for s in skins]
    assert all(r == results[0] for r in results)


def undo_and_redo():
    cmds.undoInfo(state=True)
    skin, joints = limb()
    before = at(15, skin)
    cmds.currentTime(0)
    cmds.sinew(skin, *joints, setting=[("targetCells", 300.0)])
    after = at(15, skin)
    cmds.currentTime(0)
    cmds.undo()
    while cmds.ls(type="sinewDeformer"):
        cmds.undo()
    assert at(15, skin) == before
    while not cmds.ls(type="sinewDeformer"):
        cmds.redo()
    assert at(15, skin) == after


def save_and_open():
    for kind, ending in (("mayaAscii", ".ma"), ("mayaBinary", ".mb")):
        cmds.file(new=True, force=True)
        _, skin = bind()
        expected = at(13, skin)
        path = os.path.join(tempfile.mkdtemp(), "scene" + ending)
        cmds.file(rename=path)
        cmds.file(save=True, type=kind)
        cmds.file(path, open=True, force=True)
        assert at(13, skin) == expected, kind


def reference():
    _, skin = bind()
    expected = at(13, skin)
    path = os.path.join(tempfile.mkdtemp(), "rig.ma")
    cmds.file(rename=path)
    cmds.file(save=True, type="mayaAscii")
    cmds.file(new=True, force=True)
    cmds.file(path, reference=True, namespace="hero")
    assert at(13, "hero:" + skin) == expected


def moved_mesh():
    _, skin = bind()
    expected = at(14, skin)
    cmds.setAttr(skin + ".translateY", 30)
    cmds.setAttr(skin + ".scaleX", 2)
    cmds.setAttr(skin + ".scaleZ", 0.5)
    assert gap(points(skin), expected) < 1e-3


def envelope_and_state():
    node, skin = bind()
    bent = at(15, skin)
    for attribute, off, on in (("envelope", 0, 1), ("enable", 0, 1), ("nodeState", 1, 0)):
        cmds.setAttr(f"{node}.{attribute}", off)
        assert gap(points(skin), bent) > 5, attribute
        cmds.setAttr(f"{node}.{attribute}", on)
        assert points(skin) == bent, attribute


def topology_change():
    node, skin = bind()
    cmds.polySubdivideFacet(skin, constructionHistory=True)
    at(5, skin)
    cmds.sinew(node, query=True, status=True)


def painted_map():
    node, skin = bind()
    plain = at(15, skin)
    for v in range(60):
        cmds.setAttr(f"{node}.stiffnessMapList[0].stiffnessMap[{v}]", 0.05)
    cmds.sinew(node, edit=True, rebind=True)
    assert gap(points(skin), plain) > 1e-3


def sequential():
    node, skin = bind()
    cmds.sinew(node, edit=True, mode="sequential")
    first = [at(f, skin) for f in (1, 2, 3)]
    assert [at(f, skin) for f in (1, 2, 3)] == first


def bake_and_files():
    node, skin = bind()
    folder = tempfile.mkdtemp()
    cmds.sinew(node, bake=os.path.join(folder, "a.pc2"), startFrame=1, endFrame=3)
    expected = at(9, skin)
    path = os.path.join(folder, "a.sinew")
    cmds.sinew(node, export=path)
    cmds.sinew(node, edit=True, link=path)
    assert points(skin) == expected


def display_and_check():
    node, _ = bind()
    display = cmds.createNode("sinewDisplay")
    cmds.connectAttr(node + ".message", display + ".deformer")
    assert isinstance(cmds.sinew(node, check=True), list)


SCENARIOS = (create, scrubbing, engines, eight_at_once, undo_and_redo, save_and_open, reference, moved_mesh,
             envelope_and_state, topology_change, painted_map, sequential, bake_and_files, display_and_check)


def main():
    cmds.loadPlugin("sinew")
    failed = 0
    for scenario in SCENARIOS:
        cmds.file(new=True, force=True)
        try:
            scenario()
            print(f"{scenario.__name__:20} ok")
        except Exception:
            failed += 1
            print(f"{scenario.__name__:20} FAILED\n{traceback.format_exc()}")
    version = cmds.about(installedVersion=True)
    print(f"| {version} | {cmds.about(operatingSystem=True)} | {len(SCENARIOS) - failed} of {len(SCENARIOS)} |")
    sys.stdout.flush()
    os._exit(1 if failed else 0)


main()
