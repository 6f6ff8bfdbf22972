// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Reads the PNG files that Chromium writes: 8 bits, RGB or RGBA, not interlaced.
import zlib from 'node:zlib';

function unfiltered(kind, a, b, c) {
  if (kind === 1) return a;
  if (kind === 2) return b;
  if (kind === 3) return (a + b) >> 1;
  if (kind !== 4) return 0;
  const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

export function readPng(file) {
  const width = file.readUInt32BE(16), height = file.readUInt32BE(20), channels = file[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const packed = zlib.inflateSync(Buffer.concat(parts)), row = width * channels, pixels = new Uint8Array(row * height);
  for (let y = 0; y < height; ++y) {
    const kind = packed[y * (row + 1)];
    for (let x = 0; x < row; ++x) {
      const at = y * row + x, left = x >= channels ? pixels[at - channels] : 0, up = y > 0 ? pixels[at - row] : 0;
      const corner = x >= channels && y > 0 ? pixels[at - row - channels] : 0;
      pixels[at] = packed[y * (row + 1) + 1 + x] + unfiltered(kind, left, up, corner);
    }
  }
  return {width, height, channels, pixels};
}

/** Part of the pixels, from column x0 to x1, that differ by more than the eye can see. */
export function difference(a, b, x0 = 0, x1 = a.width) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let y = 0; y < a.height; ++y)
    for (let x = Math.round(x0); x < Math.round(x1); ++x) {
      const p = (y * a.width + x) * a.channels, q = (y * b.width + x) * b.channels;
      const far = Math.max(...[0, 1, 2].map(c => Math.abs(a.pixels[p + c] - b.pixels[q + c])));
      count += far > 6;
    }
  return count / (a.height * (Math.round(x1) - Math.round(x0)));
}
