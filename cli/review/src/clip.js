// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The solved clip: points, strain and reports of every frame.
import {OVERLAYS} from './overlay.js';
import {unpack} from './unpack.js';

/** Points of all frames in a box of 16 bit numbers. */
class Points {
  constructor(id, frames, count, about) {
    this.count = count;
    this.numbers = unpack(id, frames, 3 * count, 2);
    this.least = about.least;
    this.scale = about.most.map((most, c) => (most - about.least[c]) / 65535);
  }

  countOf() { return this.count; }

  /** Fills out with x, y, z of every point [m]. */
  read(frame, out) {
    for (let c = 0; c < 3; ++c) {
      const from = (3 * frame + c) * this.count, least = this.least[c], scale = this.scale[c];
      for (let i = 0; i < this.count; ++i) out[3 * i + c] = least + scale * this.numbers[from + i];
    }
    return out;
  }

  /** Middle of the box around the points of a frame. */
  middle(frame) {
    return this.ranges(frame).map(([least, most], c) => this.least[c] + this.scale[c] * (least + most) / 2);
  }

  /** Diagonal of that box. */
  size(frame) { return Math.hypot(...this.ranges(frame).map(([least, most], c) => this.scale[c] * (most - least))); }

  ranges(frame) { return [0, 1, 2].map(c => leastAndMost(this.numbers, (3 * frame + c) * this.count, this.count)); }
}

function leastAndMost(numbers, from, count) {
  let least = Infinity, most = -Infinity;
  for (let i = from; i < from + count; ++i) least = Math.min(least, numbers[i]), most = Math.max(most, numbers[i]);
  return [least, most];
}

const strainOf = (q, most) => most * Math.sign(q - 128) * ((q - 128) / 127) ** 2;
const stretches = Float32Array.from({length: 256}, (_, q) => 2 ** strainOf(q, 2));
const volumes = Float32Array.from({length: 256}, (_, q) => 1 + strainOf(q, 1.28));

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

const steps = Float32Array.from({length: 256}, (_, q) => q === 0 ? 0 : 10 * 10 ** ((q - 255) / 32));

/** How the solver left each vertex: last step [cells], penetration [cells], pressure [Pa]. */
class Quality {
  constructor(data, frames, count) {
    this.count = count;
    this.numbers = unpack(data.numbers, frames, 3 * count, 1);
    const roots = most => Float32Array.from({length: 256}, (_, q) => most * (q / 255) ** 2);
    this.values = [steps, roots(data.penetration), roots(data.pressure)];
    this.penetration = data.penetration;
  }

  read(frame, component, out) {
    const from = (3 * frame + component) * this.count, values = this.values[component];
    for (let i = 0; i < this.count; ++i) out[i] = values[this.numbers[from + i]];
    return out;
  }
}

/** Two points per contact, of which every frame has its own number. */
class Contacts {
  constructor(data, about) {
    this.all = new Points(data.points, 1, data.count, about).read(0, new Float32Array(3 * data.count));
    this.counts = data.counts;
    this.starts = data.counts.map((_, f) => data.counts.slice(0, f).reduce((a, b) => a + b, 0));
    this.count = Math.max(...data.counts);
  }

  countOf(frame) { return this.counts[frame]; }
  read(frame, out) {
    const from = 3 * this.starts[frame];
    out.set(this.all.subarray(from, from + 3 * this.counts[frame]));
    return out;
  }
}

/** Points with lines between them: those listed, or from each odd point to the next. */
class Lines extends Points {
  constructor(data, frames, about) {
    super(data.points, frames, data.count, about);
    this.ends = data.lines && unpack(data.lines, 1, data.ends, 4);
  }
}

const linesOf = (data, frames, about) => data.counts ? new Contacts(data, about) : new Lines(data, frames, about);

class Run {
  constructor(data, about, frames) {
    this.name = data.name;
    this.report = data.report;
    this.surface = new Points(data.surface, frames, about.vertices, about);
    this.skinned = data.skinned && new Points(data.skinned, frames, about.vertices, about);
    this.strain = data.strain && new Strain(data.strain, frames, about.vertices);
    this.quality = data.quality && new Quality(data.quality, frames, about.vertices);
    for (const name of Object.keys(OVERLAYS)) this[name] = data[name] && linesOf(data[name], frames, about);
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

  /** The middle of the solved skin [m]. */
  middleOf(frame) {
    this.middles ??= [];
    this.middles[frame] ??= this.runs[0].surface.middle(frame);
    return this.middles[frame];
  }

  /** What the solved skin can be compared with. */
  others() {
    const others = [];
    if (this.runs[0].skinned) others.push({run: 0, points: 'skinned', label: 'linear skinning'});
    if (this.runs[1]) others.push({run: 1, points: 'surface', label: this.runs[1].name});
    return others;
  }

  shownName() { return this.runs.length > 1 ? this.runs[0].name : 'Sinew'; }

  /** Whether the skin as a whole goes somewhere, measured by its own size. */
  travels() {
    const first = this.middleOf(0), size = this.runs[0].surface.size(0);
    let most = 0;
    for (let f = 1; f < this.frames; ++f)
      most = Math.max(most, Math.hypot(...this.middleOf(f).map((x, c) => x - first[c])));
    return most > 0.75 * size;
  }

  numberOf(frame) { return this.reports[frame].frame; }
  converged(frame) { return this.reports[frame].status === 'converged'; }
}

export function readClip() {
  const node = document.getElementById('sinew-about');
  if (!node) throw new Error('this page holds no clip; it is the template that sinew review fills');
  return new Clip(JSON.parse(node.textContent));
}
