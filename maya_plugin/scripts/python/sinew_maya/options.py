# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""The option box of Deform > Sinew Flesh."""

from maya import cmds

from sinew_maya import actions

WINDOW = "sinewFleshOptions"


def show():
    if cmds.window(WINDOW, exists=True):
        cmds.deleteUI(WINDOW)
    cmds.window(WINDOW, title="Sinew Flesh Options", widthHeight=(380, 120))
    cmds.columnLayout(adjustableColumn=True)
    cells = cmds.intSliderGrp(label="Cells", field=True, minValue=1000, maxValue=100000, fieldMinValue=8,
                              fieldMaxValue=100000000, value=actions.option(actions.CELLS, 20000),
                              annotation="Wanted number of cells; twice the detail is 8 times the cells")
    preset = cmds.optionMenuGrp(label="Preset", annotation="Stiffness, volume and density of the flesh")
    for name in [actions.NO_PRESET, *cmds.sinew(listPresets=True)]:
        cmds.menuItem(label=name)
    cmds.optionMenuGrp(preset, edit=True, value=actions.option(actions.PRESET, actions.NO_PRESET))

    def apply(*_):
        cmds.optionVar(intValue=(actions.CELLS, cmds.intSliderGrp(cells, query=True, value=True)))
        cmds.optionVar(stringValue=(actions.PRESET, cmds.optionMenuGrp(preset, query=True, value=True)))
        actions.create()

    cmds.button(label="Create", command=apply)
    cmds.showWindow(WINDOW)
