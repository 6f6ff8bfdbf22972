# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""What menu, shelf and option box do."""

from maya import cmds

CELLS = "sinewTargetCells"  # an optionVar


def deformers_of_selection():
    """The selected sinewDeformers, and those of selected meshes."""
    found = []
    for node in cmds.ls(selection=True) or []:
        history = cmds.listHistory(node, pruneDagObjects=True) or []
        found += [n for n in history if cmds.nodeType(n) == "sinewDeformer" and n not in found]
    return found


def create():
    cells = cmds.optionVar(query=CELLS) if cmds.optionVar(exists=CELLS) else 20000
    made = cmds.sinew(setting=[("targetCells", float(cells))])
    cmds.select(made)


def rebind():
    for node in deformers_of_selection():
        cmds.sinew(node, edit=True, rebind=True)


def check():
    selected = deformers_of_selection() or cmds.ls(selection=True)
    print("\n".join(cmds.sinew(*selected, check=True)))


def show_bones():
    """A locator that draws the bones of the selected deformers."""
    for node in deformers_of_selection():
        display = cmds.createNode("sinewDisplay")
        cmds.connectAttr(node + ".message", display + ".deformer")
