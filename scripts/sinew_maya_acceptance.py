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


def status(node):
    return cmds.sinew(node, query=True, status=True)[0]


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
    """A bound rig is referred to; then a skin of a referenced rig is bound in the scene that refers to it."""
    _, skin = bind()
    expected = at(13, skin)
    path = os.path.join(tempfile.mkdtemp(), "rig.ma")
    cmds.file(rename=path)
    cmds.file(save=True, type="mayaAscii")
    cmds.file(new=True, force=True)
    cmds.file(path, reference=True, namespace="hero")
    assert at(13, "hero:" + skin) == expected
    cmds.file(new=True, force=True)
    _, joints = limb()
    cmds.file(rename=path)
    cmds.file(save=True, type="mayaAscii")
    cmds.file(new=True, force=True)
    cmds.file(path, reference=True, namespace="hero")
    cmds.sinew("hero:" + skin, *("hero:" + j for j in joints), setting=[("targetCells", 300.0)])
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
    shape = cmds.sinew(node, query=True, info=True)[0]
    original = cmds.deformableShape(skin, originalGeometry=True)[0].split(".")[0]
    cmds.polySubdivideFacet(original, constructionHistory=True)
    at(5, skin)
    assert status(node).startswith("passed through: The mesh has other vertices"), status(node)
    cmds.currentTime(0)
    cmds.sinew(node, edit=True, rebind=True, currentPose=True)
    at(5, skin)
    assert status(node) == "converged" and cmds.sinew(node, query=True, info=True)[0] != shape


def two_meshes():
    skin, joints = limb()
    sleeve = cmds.duplicate(skin, name="sleeve")[0]
    node = cmds.sinew(skin, sleeve, *joints, setting=[("targetCells", 300.0)])[0]
    assert at(12, skin) == points(sleeve)
    assert cmds.sinew(node, query=True, status=True) == ["converged", "converged"]


def subset_membership():
    node, skin = bind()
    rest, bent = at(0, skin), at(15, skin)
    cmds.setAttr(skin + ".componentTags[0].componentTagName", "some", type="string")
    cmds.setAttr(skin + ".componentTags[0].componentTagContents", 2, "vtx[150]", "vtx[160:163]", type="componentList")
    cmds.setAttr(node + ".input[0].componentTagExpression", "some", type="string")
    some = points(skin)
    for v in range(len(some)):
        expected = bent if v == 150 or 160 <= v <= 163 else rest
        assert math.dist(some[v], expected[v]) < 1e-4, v


def painted_weights():
    node, skin = bind()
    rest, bent = at(0, skin), at(15, skin)
    cmds.setAttr(f"{node}.weightList[0].weights[150]", 0.5)
    middle = [(a + b) / 2 for a, b in zip(rest[150], bent[150])]
    assert math.dist(points(skin)[150], middle) < 1e-3


def removed_joint():
    skin, joints = limb()
    extra = cmds.joint(joints[0], name="extra", position=(9, 3, 0))
    node = cmds.sinew(skin, *joints, extra, setting=[("targetCells", 300.0)])[0]
    index = next(i for i in range(4) if cmds.listConnections(f"{node}.matrix[{i}]") == [extra])
    cmds.delete(extra)
    at(5, skin)
    assert f"matrix[{index}]" in status(node), status(node)
    cmds.currentTime(0)
    cmds.sinew(node, edit=True, rebind=True, currentPose=True)
    at(5, skin)
    assert status(node) == "converged"


def bad_matrix():
    node, skin = bind()
    cmds.disconnectAttr(cmds.listConnections(node + ".matrix[1]", plugs=True)[0], node + ".matrix[1]")
    at(5, skin)
    assert status(node).startswith("passed through: No joint is connected to matrix[1]"), status(node)
    cmds.setAttr(node + ".matrix[1]", [0.0] * 16, type="matrix")
    points(skin)
    assert status(node).startswith("passed through"), status(node)


def tuning():
    node, skin = bind()
    best = at(25, skin)
    cmds.setAttr(node + ".newtonIterations", 1)
    assert points(skin) != best and status(node) == "iteration_limit"
    cmds.setAttr(node + ".newtonIterations", 100)
    cmds.setAttr(node + ".threads", 1)
    assert points(skin) == best
    cmds.setAttr(node + ".poissonsRatio", 0.2)
    at(24, skin)
    assert "settings changed" in status(node)


def presets():
    node, _ = bind()
    before = cmds.getAttr(node + ".youngsModulus")
    cmds.sinew(node, edit=True, preset="muscle", rebind=True)
    assert cmds.getAttr(node + ".youngsModulus") != before


def renamed():
    node, skin = bind()
    expected = at(9, skin)
    for name in (node, "root", "elbow", "tip"):
        cmds.rename(name, name + "_renamed")
    at(3, skin)
    assert at(9, skin) == expected


def failure_rolls_back():
    skin, joints = limb()
    before = sorted(cmds.ls())
    for flags in ({"setting": [("noSuchThing", 1.0)]}, {"setting": [("poissonsRatio", 0.7)]}, {"preset": "jelly"}):
        try:
            cmds.sinew(skin, *joints, **flags)
            raise AssertionError(flags)
        except RuntimeError:
            assert sorted(cmds.ls()) == before


def colliders():
    cmds.undoInfo(state=True)
    node, skin = bind()
    free = at(8, skin)
    slab = cmds.polyCube(name="slab", width=80, height=8, depth=24)[0]
    cmds.move(20, -7.5, 0, slab)
    assert cmds.sinew(node, edit=True, addCollider=slab, friction=0.5) == [node + ".collider[0]"]
    held = points(skin)
    assert min(p[1] for p in held) > min(p[1] for p in free) + 0.5
    cmds.undo()
    assert points(skin) == free
    cmds.redo()
    assert points(skin) == held
    cmds.setAttr(slab + ".scaleX", -1)
    assert gap(points(skin), held) < 0.5
    cmds.sinew(node, edit=True, removeCollider=slab)
    assert points(skin) == free
    floor = cmds.spaceLocator(name="floor", position=(0, 0, 0))[0]
    cmds.move(0, -3.5, 0, floor)
    cmds.sinew(node, edit=True, addCollider=floor, colliderShape="plane")
    assert gap(points(skin), held) < 1


def sliding_bone():
    node, skin = bind()
    held = at(15, skin)
    cmds.setAttr(node + ".bone[1].boneAttachment", 4)
    cmds.sinew(node, edit=True, rebind=True)
    assert gap(points(skin), held) > 0.01


def cached_playback():
    _, skin = bind()
    expected = at(12, skin)
    cmds.playbackOptions(minTime=1, maxTime=24)
    cmds.evaluationManager(mode="parallel")
    cmds.evaluator(name="cache", enable=True)
    cmds.currentTime(1)
    cmds.cacheEvaluator(waitForCache=120)
    assert at(12, skin) == expected
    cmds.evaluator(name="cache", enable=False)


def dynamic():
    node, skin = bind()
    still = at(3, skin)
    cmds.sinew(node, edit=True, mode="dynamic")
    first = [at(f, skin) for f in (1, 2, 3)]
    assert [at(f, skin) for f in (1, 2, 3)] == first and gap(first[2], still) > 1e-4


def alembic():
    _, skin = bind()
    path = os.path.join(tempfile.mkdtemp(), "skin.abc")
    cmds.loadPlugin("AbcExport", quiet=True)
    cmds.AbcExport(jobArg=f"-frameRange 1 3 -worldSpace -root {skin} -file {path}")
    assert os.path.getsize(path) > 0


def load_unload_load():
    cmds.flushUndo()
    for _ in range(2):
        cmds.unloadPlugin("sinew")
        cmds.loadPlugin("sinew")
    create()


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


SCENARIOS = (create, tuning, presets, painted_map, painted_weights, scrubbing, engines, cached_playback, eight_at_once,
             two_meshes, subset_membership, moved_mesh, removed_joint, bad_matrix, envelope_and_state, topology_change,
             undo_and_redo, failure_rolls_back, save_and_open, renamed, reference, colliders, sliding_bone, sequential,
             dynamic, bake_and_files, alembic, display_and_check, load_unload_load)


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
