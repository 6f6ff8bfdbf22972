// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the skin can be coloured by: values per vertex, their range over the clip, and colour scales.
import {Color} from 'three';

const RISING = ['#dedede', '#f3d67b', '#ee9a4d', '#d4493f', '#7d1742'];
const BOTH_WAYS = ['#2166ac', '#7fb6d6', '#e6e6e6', '#f0997c', '#b2182b'];
const STEPS = 256;

/** Linear light, three numbers per step. */
function table(stops) {
  const out = new Float32Array(3 * STEPS);
  const colours = stops.map(s => new Color(s));
  for (let i = 0; i < STEPS; ++i) {
    const at = i / (STEPS - 1) * (stops.length - 1), low = Math.min(Math.floor(at), stops.length - 2);
    const mixed = colours[low].clone().convertLinearToSRGB()
        .lerp(colours[low + 1].clone().convertLinearToSRGB(), at - low).convertSRGBToLinear();
    mixed.toArray(out, 3 * i);
  }
  return out;
}

/** The next of 1, 2, 5, 10, ... */
function niceAbove(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find(step => step * power >= value * (1 - 1e-6)) * power;
}

/** A value that only few vertices of the clip exceed. */
function highValue(clip, read, isCounted = () => true) {
  const values = new Float32Array(clip.vertices), sample = [];
  const frameStep = Math.max(1, Math.floor(clip.frames / 24)), vertexStep = Math.max(1, Math.floor(clip.vertices / 2000));
  for (let frame = 0; frame < clip.frames; frame += frameStep) {
    read(frame, values);
    for (let i = 0; i < values.length; i += vertexStep) if (isCounted(values[i])) sample.push(values[i]);
  }
  sample.sort((a, b) => a - b);
  return sample[Math.floor(0.995 * (sample.length - 1))];
}

function makeDisplacement(clip) {
  const a = new Float32Array(3 * clip.vertices), b = new Float32Array(3 * clip.vertices);
  return (run, frame, out) => {
    run.surface.read(frame, a), run.skinned.read(frame, b);
    for (let i = 0; i < out.length; ++i)
      out[i] = 1000 * Math.hypot(a[3 * i] - b[3 * i], a[3 * i + 1] - b[3 * i + 1], a[3 * i + 2] - b[3 * i + 2]);
  };
}

const strainOf = (component, toShown) => (run, frame, out) => {
  run.strain.read(frame, component, out);
  for (let i = 0; i < out.length; ++i) out[i] = toShown(out[i]);
};

const qualityOf = (component, scale) => (run, frame, out) => {
  run.quality.read(frame, component, out);
  for (let i = 0; i < out.length; ++i) out[i] *= scale;
};

/** Of each vertex; of the frame as a whole where the result does not know better. */
function readConvergence(run, frame, out) {
  if (run.quality) run.quality.read(frame, 0, out);
  else out.fill(run.report.frames[frame].step);
  for (let i = 0; i < out.length; ++i) out[i] = Math.log10(Math.max(1e-4, out[i]));
}

/** What contact does to the skin, if the result has any. */
function contactModes(clip) {
  const run = clip.runs[0], deepest = run.quality?.penetration;
  if (!(deepest > 0)) return [];
  const depth = qualityOf(1, 1), pressure = qualityOf(2, 1e-3), cellSize = run.report.character?.cell_size;
  const most = niceAbove(highValue(clip, (frame, out) => pressure(run, frame, out), kPa => kPa > 0));
  return [
    {id: 'penetration', label: 'Penetration', unit: 'cells', read: depth, needs: 'quality', seenThrough: true,
      also: cellSize && {unit: 'mm', factor: 1000 * cellSize}, range: {least: 0, most: niceAbove(deepest), stops: RISING}},
    {id: 'pressure', label: 'Contact pressure', unit: 'kPa', read: pressure, needs: 'quality', seenThrough: true,
      range: {least: 0, most, stops: RISING}},
  ];
}

const percent = ratio => 100 * (ratio - 1);
const bothWays = limit => ({least: -limit, most: limit, stops: BOTH_WAYS});

/** Modes for which the clip has data; each knows its values, range, unit and words. */
export function makeModes(clip) {
  const run = clip.runs[0];
  const limitOf = (read, sign = 1) => niceAbove(highValue(clip, (frame, out) => {
    read(run, frame, out);
    for (let i = 0; i < out.length; ++i) out[i] = sign === 0 ? Math.abs(out[i]) : sign * out[i];
  }));
  const modes = [{id: 'none', label: 'Clay'}];
  if (run.skinned) {
    const read = makeDisplacement(clip);
    modes.push({id: 'displacement', label: 'Displacement from skinning', unit: 'mm', read, needs: 'skinned',
      range: {least: 0, most: limitOf(read), stops: RISING}});
  }
  if (run.strain) {
    const longest = strainOf(1, percent), shortest = strainOf(0, percent), volume = strainOf(2, percent);
    modes.push({id: 'stretch', label: 'Stretch', unit: '% longer', read: longest, needs: 'strain',
      range: {least: 0, most: limitOf(longest), stops: BOTH_WAYS.slice(2)}});
    modes.push({id: 'compression', label: 'Compression', unit: '% of length', read: shortest, needs: 'strain',
      range: {least: -Math.min(100, limitOf(shortest, -1)), most: 0, stops: BOTH_WAYS.slice(0, 3)}});
    modes.push({id: 'volume', label: 'Volume change', unit: '%', read: volume, needs: 'strain',
      range: bothWays(Math.min(100, limitOf(volume, 0)))});
  }
  modes.push(...contactModes(clip));
  modes.push({id: 'convergence', label: 'Convergence: last step', unit: 'cells', log: true, read: readConvergence,
    range: {least: -4, most: 0, stops: RISING}});
  for (const mode of modes) if (mode.range) mode.table = table(mode.range.stops);
  return modes;
}

/** Fills colours (three numbers per vertex) for one frame of a run; false if it has no such data. */
export function colourVertices(mode, run, frame, values, colours) {
  if (!mode.range || (mode.needs && !run[mode.needs])) return false;
  mode.read(run, frame, values);
  const {least, most} = mode.range, scale = (STEPS - 1) / (most - least);
  for (let i = 0; i < values.length; ++i) {
    const step = 3 * Math.max(0, Math.min(STEPS - 1, Math.round((values[i] - least) * scale)));
    colours[3 * i] = mode.table[step];
    colours[3 * i + 1] = mode.table[step + 1];
    colours[3 * i + 2] = mode.table[step + 2];
  }
  return true;
}

const shortNumber = value => String(Number(value.toPrecision(3))).replace('-', '\u2212');

/** Text for a number of the legend. */
export function legendNumber(mode, value) {
  if (mode.log) return value === 0 ? '1' : `1e${value}`;
  return shortNumber(value);
}

/** The same in the second unit of the mode; "" if it has none. */
export function secondNumber(mode, value) {
  if (!mode.also || value === 0) return '';
  return `${Number((mode.also.factor * value).toPrecision(2))} ${mode.also.unit}`;
}
