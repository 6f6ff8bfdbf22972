# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""What menu, shelf and option box do."""

from maya import cmds

CELLS, PRESET = "sinewTargetCells", "sinewPreset"  # optionVars
NO_PRESET = "none"


def option(name, otherwise):
    return cmds.optionVar(query=name) if cmds.optionVar(exists=name) else otherwise


def deformers_of_selection():
    """The selected sinewDeformers, and those of selected meshes."""
    found = []
    for node in cmds.ls(selection=True) or []:
        history = cmds.listHistory(node, pruneDagObjects=True) or []
        found += [n for n in history if cmds.nodeType(n) == "sinewDeformer" and n not in found]
    return found


def create():
    preset = option(PRESET, NO_PRESET)
    flags = {} if preset == NO_PRESET else {"preset": preset}
    cmds.select(cmds.sinew(setting=[("targetCells", float(option(CELLS, 20000)))], **flags))


def rebind():
    for node in deformers_of_selection():
        cmds.sinew(node, edit=True, rebind=True)


def check():
    selected = deformers_of_selection() or cmds.ls(selection=True)
    print("\n".join(cmds.sinew(*selected, check=True)))


def _selected_besides(node):
    """The selected objects that `node` does not deform."""
    shapes = cmds.deformer(node, query=True, geometry=True) or []
    skins = cmds.listRelatives(shapes, parent=True, fullPath=True) or []
    return [o for o in cmds.ls(selection=True, long=True, transforms=True) if o not in skins]


def add_colliders(node=None):
    """Selected objects become colliders of `node`, or of the deformer of the skin that is selected with them."""
    for deformer in [node] if node else deformers_of_selection():
        for chosen in _selected_besides(deformer):
            has_mesh = cmds.listRelatives(chosen, shapes=True, type="mesh", noIntermediate=True)
            cmds.sinew(deformer, edit=True, addCollider=chosen, colliderShape="mesh" if has_mesh else "plane")


def remove_colliders(node=None):
    for deformer in [node] if node else deformers_of_selection():
        cmds.sinew(deformer, edit=True, removeCollider=_selected_besides(deformer))


def show_bones():
    """A locator that draws bones, colliders and contacts of the selected deformers."""
    for node in deformers_of_selection():
        display = cmds.createNode("sinewDisplay")
        cmds.connectAttr(node + ".message", display + ".deformer")
