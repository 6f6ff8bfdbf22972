# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""The option box of Deform > Sinew Flesh."""

from maya import cmds

from sinew_maya import actions

WINDOW = "sinewFleshOptions"


def show():
    if cmds.window(WINDOW, exists=True):
        cmds.deleteUI(WINDOW)
    cells = cmds.optionVar(query=actions.CELLS) if cmds.optionVar(exists=actions.CELLS) else 20000
    cmds.window(WINDOW, title="Sinew Flesh Options", widthHeight=(380, 90))
    cmds.columnLayout(adjustableColumn=True)
    field = cmds.intSliderGrp(label="Cells", field=True, minValue=1000, maxValue=100000, fieldMinValue=8,
                              fieldMaxValue=100000000, value=cells,
                              annotation="Wanted number of cells; twice the detail is 8 times the cells")

    def apply(*_):
        cmds.optionVar(intValue=(actions.CELLS, cmds.intSliderGrp(field, query=True, value=True)))
        actions.create()

    cmds.button(label="Create", command=apply)
    cmds.showWindow(WINDOW)
