// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What was solved, with which settings and versions, as tables.

const TITLES = {sinew: 'Sinew', run: 'What was solved', character: 'Character', settings: 'Settings'};

function textOf(value) {
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return Array.isArray(value) ? value.join('\n') || 'none' : String(value);
}

function table(values) {
  const node = document.createElement('table');
  for (const [key, value] of Object.entries(values)) {
    const row = node.insertRow();
    row.insertCell().textContent = key.replaceAll('_', ' ');
    row.insertCell().textContent = textOf(value);
  }
  return node;
}

export function fillDrawer(drawer, clip) {
  for (const run of clip.runs) {
    for (const [key, title] of Object.entries(TITLES)) {
      const values = run.report[key];
      if (!values || typeof values !== 'object') continue;
      const heading = document.createElement('h2');
      heading.textContent = clip.runs.length > 1 ? `${run.name}: ${title}` : title;
      drawer.append(heading, table(values));
    }
  }
  const note = document.createElement('p');
  note.className = 'quiet';
  note.textContent = `Page written by Sinew ${clip.sinew}. Positions are rounded to 1/65535 of the clip's box.`;
  drawer.append(note);
}
