# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Menu items under Deform, and painting. Called by the plug-in when it is loaded and unloaded."""

import os

from maya import cmds, mel

PAINTED = ("weights", "stiffnessMap", "volumeMap", "densityMap", "attachmentMap")
MENUS = ("mainDeformMenu", "mainRigDeformationsMenu")
_items = []


def create():
    for name in PAINTED:
        cmds.makePaintable("sinewDeformer", name, attrType="multiFloat", shapeMode="deformer")
    if os.environ.get("SINEW_MENU", "1") == "0":
        return
    for menu in MENUS:
        if not cmds.menu(menu, exists=True):
            continue
        _build(menu)
        _add(menu)


def _build(menu):
    """Maya fills its menus when they are first opened; what is added before would be lost."""
    command = cmds.menu(menu, query=True, postMenuCommand=True)
    if command and not cmds.menu(menu, query=True, itemArray=True):
        mel.eval(command)


def _add(menu):
    _items.append(cmds.menuItem(divider=True, dividerLabel="Sinew", parent=menu))
    _add_item(menu, "Sinew Flesh", "create", "Select the skin, its joints and, below the joints, bone meshes")
    _items.append(cmds.menuItem(
        optionBox=True, parent=menu, sourceType="python",
        command="from sinew_maya import options; options.show()"))
    _add_item(menu, "Sinew Add Colliders", "add_colliders", "Select the skin, then what it shall touch")
    _add_item(menu, "Sinew Remove Colliders", "remove_colliders", "Select the skin, then what it shall touch no more")


def _add_item(menu, label, action, annotation):
    _items.append(cmds.menuItem(label=label, parent=menu, sourceType="python", annotation=annotation,
                                command=f"from sinew_maya import actions; actions.{action}()"))


def delete():
    for name in PAINTED:
        cmds.makePaintable("sinewDeformer", name, remove=True)
    for item in reversed(_items):
        if cmds.menuItem(item, exists=True):
            cmds.deleteUI(item, menuItem=True)
    _items.clear()
