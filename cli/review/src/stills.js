// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Pictures for `sinew render`: drawn while the page loads, and left in it as text, one line each.
import * as THREE from 'three';
import {legendNumber, makeModes, secondNumber} from './colours.js';
import {View, anglesOf} from './view.js';

const FINER = 2;  // drawn larger, then made smaller
const SHEET_FONT = 0.055;  // of a panel's height

/** What the address asks for after #render=, or nothing. */
export function stillsOrder() {
  const text = location.hash.match(/^#render=(.*)$/)?.[1];
  return text && JSON.parse(decodeURIComponent(text));
}

const inks = {dark: '#e4e6e9', light: '#1d2024'};
const papers = {dark: '#1f2124', light: '#f4f5f6'};

class Stills {
  constructor(clip, order) {
    this.clip = clip;
    this.order = order;
    this.frames = order.frames.map(number => this.frameOf(number));
    const other = clip.others()[order.against ? clip.others().length - 1 : 0];
    const mode = makeModes(clip).find(m => m.id === order.colour);
    if (!mode) throw new Error(`the result has no data for the colour ${order.colour}`);
    if (!other && order.compare !== 'off') throw new Error('the result has nothing to compare with');
    const {bones, contacts, lattice, springs, compare} = order;
    this.state = {mode, other, bones, contacts, lattice, springs, wire: false, ground: true, compare, wipe: 0.5};
    this.view = new View(document.createElement('canvas'), clip);
    this.view.setTheme(order.theme);
  }

  frameOf(number) {
    const frame = this.clip.reports.findIndex(r => r.frame === number);
    if (frame < 0) throw new Error(`the result has no frame ${number}`);
    return frame;
  }

  /** One eye for all frames, or one that moves with a character that travels. */
  placeEye(width, height) {
    const {clip, view, frames} = this, angles = anglesOf(this.order.view), corners = [];
    if (!angles) throw new Error(`there is no view ${this.order.view}`);
    view.resize(width * FINER, height * FINER, 1);
    view.isSplit = this.state.compare === 'side';
    this.follows = clip.travels();
    this.at = frames[0];
    for (let k = 0; k < frames.length; k += Math.ceil(frames.length / 24)) {
      const way = clip.middleOf(frames[k]).map((x, c) => this.follows ? clip.middleOf(this.at)[c] - x : 0);
      for (const corner of view.cornersOf(frames[k])) corners.push(corner.add(new THREE.Vector3(...way)));
    }
    view.frameView(...angles, corners);
  }

  drawInto(context, frame, x, y, width, height, changes = {}) {
    if (this.follows) this.view.follow(this.at, frame);
    this.at = frame;
    this.view.draw({...this.state, frame, ...changes});
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.view.renderer.domElement, x, y, width, height);
  }

  newCanvas(width, height) {
    const context = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d');
    context.fillStyle = papers[this.order.theme];
    context.fillRect(0, 0, width, height);
    context.fillStyle = inks[this.order.theme];
    context.textBaseline = 'middle';
    return context;
  }

  still(frame) {
    const {width, height} = this.order, c = this.newCanvas(width, height), size = Math.round(0.028 * height);
    this.drawInto(c, frame, 0, 0, width, height);
    c.font = `${size}px system-ui, sans-serif`;
    c.fillText(`frame ${this.clip.numberOf(frame)}`, size, height - 1.2 * size);
    if (this.state.compare !== 'off') {
      c.fillText(this.state.other.label, size, 1.4 * size);
      c.textAlign = 'right';
      c.fillText(this.clip.shownName(), width - size, 1.4 * size);
      c.globalAlpha = 0.5;
      c.fillRect(width / 2 - 1, 0, 2, height);
      c.globalAlpha = 1;
      c.textAlign = 'left';
    }
    this.legend(c, width - 15 * size, height - 3.4 * size, 14 * size, size);
    return c.canvas;
  }

  legend(c, x, y, width, size) {
    const {mode} = this.state;
    if (!mode.range) return;
    const {least, most, stops} = mode.range, gradient = c.createLinearGradient(x, 0, x + width, 0);
    stops.forEach((stop, i) => gradient.addColorStop(i / (stops.length - 1), stop));
    const ink = c.fillStyle, low = mode.also ? size : 0;
    c.globalAlpha = 0.7;
    c.fillStyle = papers[this.order.theme];
    c.fillRect(x - size / 2, y - low - size, width + size, 3.9 * size + low);
    c.globalAlpha = 1;
    c.fillStyle = ink;
    y -= low;
    c.font = `${0.9 * size}px system-ui, sans-serif`;
    c.fillText(`${mode.label} [${mode.unit}]`, x, y, width);
    c.fillStyle = gradient;
    c.fillRect(x, y + 0.8 * size, width, 0.6 * size);
    c.fillStyle = ink;
    [least, (least + most) / 2, most].forEach((value, i) => {
      c.textAlign = ['left', 'center', 'right'][i];
      c.fillText(legendNumber(mode, value), x + width * i / 2, y + 2.1 * size);
      c.fillText(secondNumber(mode, value), x + width * i / 2, y + 3.1 * size);
    });
    c.textAlign = 'left';
  }

  /** A column per frame; rows without and with simulation. */
  sheet() {
    const {width, height} = this.order, text = Math.round(SHEET_FONT * height), gap = Math.round(text / 3);
    const rows = this.state.other ? [[this.state.other, this.state.other.label], [null, this.clip.shownName()]]
        : [[null, this.clip.shownName()]];
    const rowHeight = height + 2 * text;
    const c = this.newCanvas(this.frames.length * (width + gap) + gap, rows.length * rowHeight + 2 * text);
    c.font = `${text}px system-ui, sans-serif`;
    rows.forEach(([shown, label], row) => {
      c.textAlign = 'left';
      c.fillText(label, gap, row * rowHeight + text);
      this.frames.forEach((frame, column) => {
        const wipe = shown ? 1 : 0;  // all of the one or all of the other
        this.drawInto(c, frame, gap + column * (width + gap), row * rowHeight + 2 * text, width, height,
            shown ? {compare: 'wipe', wipe} : {compare: 'off'});
      });
    });
    c.textAlign = 'center';
    this.frames.forEach((frame, column) => c.fillText(`frame ${this.clip.numberOf(frame)}`,
        gap + column * (width + gap) + width / 2, rows.length * rowHeight + text));
    return c.canvas;
  }
}

const pngOf = canvas => canvas.toDataURL('image/png').split(',')[1];
const fileName = number => `frame.${number < 0 ? '-' : ''}${String(Math.abs(number)).padStart(4, '0')}.png`;

/** Replaces the page by lines of "name base64"; or by "error sentence". */
export function drawStills(clip, order) {
  const lines = [];
  try {
    const stills = new Stills(clip, order);
    stills.placeEye(order.width, order.height);
    if (order.sheet) lines.push(`sheet.png ${pngOf(stills.sheet())}`);
    else for (const frame of stills.frames.slice(order.first, order.first + order.count)) lines.push(`${fileName(clip.numberOf(frame))} ${pngOf(stills.still(frame))}`);
  } catch (error) {
    lines.splice(0, lines.length, `error ${error.message}.`);
  }
  document.body.replaceChildren();
  const pre = Object.assign(document.createElement('pre'), {id: 'pictures'});
  pre.textContent = '\n' + lines.join('\n') + '\n';
  document.body.append(pre);
}
