// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Keys, as in a DCC.

export function listenToKeys(viewer) {
  const {player} = viewer;
  const keys = {
    ' ': () => player.toggle(),
    ArrowLeft: () => player.seek(player.frame - 1),
    ArrowRight: () => player.seek(player.frame + 1),
    Home: () => player.seek(0),
    End: () => player.seek(player.frames - 1),
    f: () => viewer.frameSkin(),
    b: () => viewer.toggle('bones'),
    s: () => viewer.toggle('springs'),
    n: () => viewer.toggle('contacts'),
    h: () => viewer.toggle('lattice'),
    w: () => viewer.toggle('wire'),
    g: () => viewer.toggle('ground'),
    o: () => viewer.toggle('follow'),
    l: () => viewer.toggleLoop(),
    p: () => viewer.togglePlots(),
    i: () => viewer.toggleDrawer(),
    t: () => document.getElementById('theme').click(),
    c: () => viewer.setCompare({off: 'wipe', wipe: 'side', side: 'off'}[viewer.state.compare]),
  };
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches('input[type=number], select')) return;
    if (event.key === ' ' && event.target.matches('button')) return;  // presses the button
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();  // of the slider too, which would step a second time
    act();
  });
}
