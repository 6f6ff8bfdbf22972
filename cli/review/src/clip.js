// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The solved clip: points, strain and reports of every frame.
import {unpack} from './unpack.js';

/** Points of all frames in a box of 16 bit numbers. */
class Points {
  constructor(id, frames, count, about) {
    this.count = count;
    this.numbers = unpack(id, frames, 3 * count, 2);
    this.least = about.least;
    this.scale = about.most.map((most, c) => (most - about.least[c]) / 65535);
  }

  /** Fills out with x, y, z of every point [m]. */
  read(frame, out) {
    for (let c = 0; c < 3; ++c) {
      const from = (3 * frame + c) * this.count, least = this.least[c], scale = this.scale[c];
      for (let i = 0; i < this.count; ++i) out[3 * i + c] = least + scale * this.numbers[from + i];
    }
    return out;
  }
}

const stretches = Float32Array.from({length: 256}, (_, q) => 2 ** ((q - 128) / 64));
const volumes = Float32Array.from({length: 256}, (_, q) => 1 + (q - 128) / 100);

class Strain {
  constructor(id, frames, count) {
    this.count = count;
    this.numbers = unpack(id, frames, 3 * count, 1);
  }

  read(frame, component, out) {
    const values = component === 2 ? volumes : stretches;
    const from = (3 * frame + component) * this.count;
    for (let i = 0; i < this.count; ++i) out[i] = values[this.numbers[from + i]];
    return out;
  }
}

class Run {
  constructor(data, about, frames) {
    this.name = data.name;
    this.report = data.report;
    this.surface = new Points(data.surface, frames, about.vertices, about);
    this.skinned = data.skinned && new Points(data.skinned, frames, about.vertices, about);
    this.strain = data.strain && new Strain(data.strain, frames, about.vertices);
    this.bones = data.bones && new Points(data.bones, frames, data.boneEnds, about);
  }
}

export class Clip {
  constructor(about) {
    this.title = about.title;
    this.sinew = about.sinew;
    this.fps = about.fps;
    this.vertices = about.vertices;
    this.least = about.least;
    this.most = about.most;
    this.frames = about.runs[0].report.frames.length;
    this.triangles = unpack(about.triangles, 1, about.corners, 4);
    this.runs = about.runs.map(data => new Run(data, about, this.frames));
    this.reports = this.runs[0].report.frames;
  }

  numberOf(frame) { return this.reports[frame].frame; }
  converged(frame) { return this.reports[frame].status === 'converged'; }
}

export function readClip() {
  const node = document.getElementById('sinew-about');
  if (!node) throw new Error('this page holds no clip; it is the template that sinew review fills');
  return new Clip(JSON.parse(node.textContent));
}
