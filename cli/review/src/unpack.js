// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Reads what core/src/run/review_pack.cpp wrote.
import {unzlibSync} from 'fflate';

const ARRAYS = {1: Uint8Array, 2: Uint16Array, 4: Uint32Array};

function bytesOf(id) {
  const node = document.getElementById(id);
  const text = atob(node.textContent);
  node.remove();  // the text is as large as the numbers, and read once
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return unzlibSync(bytes);
}

/** Frames of `count` whole numbers of `bytesEach` bytes, one after the other in one array. */
export function unpack(id, frames, count, bytesEach) {
  const bytes = bytesOf(id);
  if (bytes.length !== frames * count * bytesEach) throw new Error(`the data ${id} of this page is damaged`);
  const numbers = new ARRAYS[bytesEach](frames * count);
  for (let frame = 0; frame < frames; ++frame) {
    const at = frame * count;
    let change = 0;
    for (let i = 0; i < count; ++i) {
      let packed = 0;
      for (let plane = bytesEach - 1; plane >= 0; --plane)
        packed = packed << 8 | bytes[at * bytesEach + plane * count + i];
      change = change + ((packed >>> 1) ^ -(packed & 1)) | 0;
      numbers[at + i] = (frame > 0 ? numbers[at - count + i] : 0) + change;
    }
  }
  return numbers;
}
