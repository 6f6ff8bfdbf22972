// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Usage: node scripts/read_results.mjs DIR PACKAGES
// Reads DIR/surface.usda with tinyusdz (from PACKAGES/node_modules) and compares every number of every frame
// with DIR/surface.pc2, and the rest pose with DIR/mesh.obj. Called by scripts/check_readers.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, packages] = process.argv.slice(2);

function fail(sentence) {
  console.error(`read_results: ${sentence}`);
  process.exit(1);
}

/** tinyusdz is built for browsers only; it is told that this is one, and handed its code. */
async function loadReader() {
  const home = path.resolve(packages, 'node_modules/tinyusdz');
  const wasm = fs.readFileSync(path.join(home, 'tinyusdz.wasm'));
  process.type = 'renderer';
  globalThis.window = globalThis;
  const module = await import(pathToFileURL(path.join(home, 'tinyusdz.js')));
  return module.default({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(wasm, imports).then((result) => done(result.instance, result.module));
      return {};
    },
  });
}

/** The stage as tinyusdz understood it: its own text of what it read. */
function readStage(reader, bytes) {
  const layer = new reader.TinyUSDZLoaderNative();
  if (!layer.loadAsLayerFromBinary(bytes, 'surface.usda')) fail(`tinyusdz: ${layer.error()}`);
  const scene = new reader.TinyUSDZLoaderNative();
  if (!scene.loadFromBinary(bytes, 'surface.usda')) fail(`tinyusdz: ${scene.error()}`);
  if (scene.numMeshes() !== 1) fail(`${scene.numMeshes()} meshes instead of one`);
  return { text: layer.layerToString(), mesh: scene.getMesh(0) };
}

const numbers = (text) => Float32Array.from(text.match(/-?[0-9][0-9.e+-]*/g), Number);

function pointSamples(text) {
  const block = text.match(/points\.timeSamples = \{([^}]*)\}/);
  if (!block) fail('no time samples of points');
  return [...block[1].matchAll(/([0-9.e+-]+): \[([^\]]*)\]/g)].map(([, time, points]) => ({
    time: Number(time),
    points: numbers(points),
  }));
}

function setting(text, name) {
  const found = text.match(new RegExp(`${name} = "?([^"\\n]*)"?`));
  return found ? found[1] : fail(`no ${name}`);
}

function readPointCache(file) {
  const bytes = fs.readFileSync(file);
  const points = bytes.readInt32LE(16);
  const frames = bytes.readInt32LE(28);
  const at = (k) => new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + 32 + 12 * points * k, bytes.byteOffset + 32 + 12 * points * (k + 1)));
  return { first: bytes.readFloatLE(20), step: bytes.readFloatLE(24), frames, at };
}

function compare(a, b, what) {
  if (a.length !== b.length) fail(`${what}: ${a.length} numbers instead of ${b.length}`);
  for (let i = 0; i < a.length; ++i) {
    if (a[i] !== b[i]) fail(`${what}: number ${i} is ${a[i]} instead of ${b[i]}`);
  }
}

const reader = await loadReader();
const { text, mesh } = readStage(reader, new Uint8Array(fs.readFileSync(path.join(folder, 'surface.usda'))));
const cache = readPointCache(path.join(folder, 'surface.pc2'));
const obj = fs.readFileSync(path.join(folder, 'mesh.obj'), 'utf8');
const lines = (letter) => obj.split('\n').filter((line) => line.startsWith(`${letter} `)).map((line) => line.slice(2));

compare(mesh.points, numbers(lines('v').join(' ')), 'rest points');
compare(mesh.faceVertexIndices, numbers(lines('f').join(' ')).map((i) => i - 1), 'indices');
compare(mesh.faceVertexCounts, new Array(lines('f').length).fill(3), 'counts');
const samples = pointSamples(text);
if (samples.length !== cache.frames) fail(`${samples.length} time samples instead of ${cache.frames}`);
samples.forEach((sample, k) => {
  if (sample.time !== cache.first + k * cache.step) fail(`time code ${sample.time} of frame ${k}`);
  compare(sample.points, cache.at(k), `frame ${k}`);
});
for (const [name, value] of [['upAxis', 'Y'], ['metersPerUnit', '1'], ['subdivisionScheme', 'none'],
  ['startTimeCode', `${cache.first}`], ['endTimeCode', `${cache.first + (cache.frames - 1) * cache.step}`],
  ['timeCodesPerSecond', '24']]) {
  if (setting(text, name) !== value) fail(`${name} is ${setting(text, name)} instead of ${value}`);
}
console.log(`read_results: ${samples.length} frames of ${mesh.points.length / 3} points agree`);
