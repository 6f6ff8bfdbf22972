// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Puts the page together: reads the clip, then either draws stills (sinew render) or runs the viewer.
import {readClip} from './clip.js';
import {drawStills, stillsOrder} from './stills.js';
import {Viewer} from './viewer.js';

function fail(error) {
  const box = document.createElement('div');
  box.className = 'failure';
  box.textContent = 'This page cannot be shown: ' + error.message + '.';
  document.body.append(box);
}

try {
  const clip = readClip();
  document.title = `${clip.title} – Sinew review`;
  const order = stillsOrder();
  if (order) drawStills(clip, order);
  else window.sinewReview = new Viewer(clip);
  document.documentElement.dataset.ready = 'yes';
} catch (error) {
  fail(error);
  throw error;
}
