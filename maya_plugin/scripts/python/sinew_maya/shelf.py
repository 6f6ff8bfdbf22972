# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Adds a shelf: import sinew_maya.shelf; sinew_maya.shelf.create()"""

from maya import cmds, mel

NAME = "Sinew"
BUTTONS = (
    ("Flesh", "create", "Bind the selected skin to the selected joints"),
    ("Rebind", "rebind", "Bind again with the settings and maps of the selected deformers"),
    ("Check", "check", "What is wrong with the selected character"),
    ("Touch", "add_colliders", "The selected objects become colliders of the selected skin"),
    ("Leave", "remove_colliders", "The selected objects are colliders of the selected skin no more"),
    ("Bones", "show_bones", "Draw bones, colliders and contacts of the selected deformers"),
)


def create():
    top = mel.eval("$sinewTop = $gShelfTopLevel")
    if cmds.shelfLayout(NAME, exists=True):
        cmds.deleteUI(NAME, layout=True)
    shelf = cmds.shelfLayout(NAME, parent=top)
    for label, action, annotation in BUTTONS:
        cmds.shelfButton(parent=shelf, label=label, imageOverlayLabel=label, annotation=annotation,
                         image="commandButton.png", sourceType="python",
                         command=f"from sinew_maya import actions; actions.{action}()")
