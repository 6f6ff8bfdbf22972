// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The controls of the page and the state they change.
import {fillDrawer} from './drawer.js';
import {legendNumber, makeModes, secondNumber} from './colours.js';
import {OVERLAYS} from './overlay.js';
import {Player} from './player.js';
import {Plots} from './plots.js';
import {VIEWS, View} from './view.js';
import {listenToKeys} from './keys.js';

const $ = id => document.getElementById(id);

function fillSelect(select, entries) {
  select.replaceChildren(...entries.map(([value, label]) => new Option(label, value)));
}

export class Viewer {
  constructor(clip) {
    this.clip = clip;
    this.modes = makeModes(clip);
    this.others = clip.others();
    this.state = {frame: 0, mode: this.modes[0], bones: false, contacts: false, lattice: false, springs: false, wire: false, ground: true, compare: 'off', wipe: 0.5,
      other: this.others[0], follow: clip.travels()};
    this.view = new View($('canvas'), clip);
    this.player = new Player(clip.frames, clip.fps, frame => this.showFrame(frame), playing => this.showPlaying(playing));
    this.plots = new Plots($('plots'), clip, frame => this.player.seek(frame));
    fillDrawer($('drawer'), clip);
    this.fillControls();
    this.connectControls();
    listenToKeys(this);
    this.setTheme(matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
    new ResizeObserver(() => this.resize()).observe($('stage'));
    this.resize();
    this.setView('3/4');
    this.view.controls.addEventListener('change', () => this.redraw());
    this.showFrame(0);
  }

  fillControls() {
    const {clip} = this;
    $('title').textContent = clip.title;
    $('title').title = clip.title;
    fillSelect($('colour'), this.modes.map(m => [m.id, m.label]));
    fillSelect($('other'), this.others.map((o, i) => [i, o.label]));
    fillSelect($('view'), Object.keys(VIEWS).map(name => [name, name]));
    $('slider').max = clip.frames - 1;
    $('number').min = clip.numberOf(0);
    $('number').max = clip.numberOf(clip.frames - 1);
    $('compare').disabled = $('other').disabled = this.others.length === 0;
    for (const name of Object.keys(OVERLAYS)) $(name).disabled = !clip.runs[0][name];
    $('follow').setAttribute('aria-pressed', this.state.follow);
  }

  connectControls() {
    const {player} = this, click = (id, act) => $(id).addEventListener('click', act);
    const change = (id, act) => $(id).addEventListener('change', () => act($(id).value));
    click('first', () => player.seek(0));
    click('back', () => player.seek(player.frame - 1));
    click('play', () => player.toggle());
    click('forward', () => player.seek(player.frame + 1));
    click('last', () => player.seek(this.clip.frames - 1));
    click('loop', () => this.toggleLoop());
    for (const name of [...Object.keys(OVERLAYS), 'wire', 'ground', 'follow']) click(name, () => this.toggle(name));
    click('theme', () => this.setTheme(this.theme === 'dark' ? 'light' : 'dark'));
    click('settings', () => this.toggleDrawer());
    click('plotsButton', () => this.togglePlots());
    change('speed', value => { player.speed = Number(value); });
    change('colour', id => this.setColour(id));
    change('compare', mode => this.setCompare(mode));
    change('other', index => this.setOther(Number(index)));
    change('view', name => this.setView(name));
    change('number', value => player.seek(this.nearestFrame(Number(value))));
    $('slider').addEventListener('input', () => player.seek(Number($('slider').value)));
    this.connectWipe();
  }

  connectWipe() {
    const edge = $('edge');
    edge.addEventListener('pointerdown', e => edge.setPointerCapture(e.pointerId));
    edge.addEventListener('pointermove', e => {
      if (!(e.buttons & 1)) return;
      const box = $('stage').getBoundingClientRect();
      this.setWipe((e.clientX - box.left) / box.width);
    });
    edge.addEventListener('keydown', e => {
      const step = {ArrowLeft: -0.02, ArrowRight: 0.02}[e.key];
      if (!step) return;
      e.stopPropagation();
      this.setWipe(this.state.wipe + step);
    });
  }

  nearestFrame(number) {
    let best = 0;
    for (let f = 1; f < this.clip.frames; ++f)
      if (Math.abs(this.clip.numberOf(f) - number) < Math.abs(this.clip.numberOf(best) - number)) best = f;
    return best;
  }

  toggle(name) {
    if ($(name).disabled) return;
    this.state[name] = !this.state[name];
    $(name).setAttribute('aria-pressed', this.state[name]);
    this.redraw();
  }

  toggleLoop() {
    this.player.loop = !this.player.loop;
    $('loop').setAttribute('aria-pressed', this.player.loop);
  }

  toggleDrawer() {
    $('drawer').hidden = !$('drawer').hidden;
    $('settings').setAttribute('aria-expanded', !$('drawer').hidden);
  }

  togglePlots() {
    $('plots').hidden = !$('plots').hidden;
    $('plotsButton').setAttribute('aria-pressed', !$('plots').hidden);
    this.resize();
  }

  setTheme(name) {
    this.theme = document.documentElement.dataset.theme = name;
    this.view.setTheme(name);
    this.redraw();
  }

  setColour(id) {
    const mode = this.modes.find(m => m.id === id);
    if (!mode) throw new Error(`there is no colour ${id}`);
    this.state.mode = mode;
    $('colour').value = id;
    $('legend').hidden = !mode.range;
    if (mode.range) this.showLegend(mode);
    this.redraw();
  }

  showLegend(mode) {
    const {least, most, stops} = mode.range;
    $('legendTitle').textContent = `${mode.label} [${mode.unit}]`;
    $('legendBar').style.background = `linear-gradient(to top, ${stops.join(', ')})`;
    const numbers = [least, (least + most) / 2, most].map(v => legendNumber(mode, v));
    const texts = [least, (least + most) / 2, most].map((v, i) => numbers[i] + (secondNumber(mode, v) && ` (${secondNumber(mode, v)})`));
    $('legendNumbers').replaceChildren(...texts.map(text => Object.assign(document.createElement('span'), {textContent: text})));
    $('legend').setAttribute('aria-label', `${mode.label}, ${numbers[0]} to ${numbers[2]} ${mode.unit}`);
  }

  setCompare(mode) {
    if (this.others.length === 0) mode = 'off';
    this.state.compare = $('compare').value = mode;
    $('edge').hidden = mode !== 'wipe';
    $('leftName').textContent = mode === 'off' ? '' : this.state.other.label;
    $('rightName').textContent = mode === 'off' ? '' : this.clip.shownName();
    this.setWipe(this.state.wipe);
  }

  setOther(index) {
    this.state.other = this.others[index];
    this.setCompare(this.state.compare);
  }

  setWipe(part) {
    this.state.wipe = Math.max(0, Math.min(1, part));
    $('edge').style.left = `${100 * this.state.wipe}%`;
    $('edge').setAttribute('aria-valuenow', Math.round(100 * this.state.wipe));
    this.redraw();
  }

  setView(name) {
    $('view').value = name;
    this.view.frameView(...VIEWS[name], this.shownCorners());
    this.redraw();
  }

  /** What a view is put by: all of the clip, or the skin as it is now if the eye moves with it. */
  shownCorners() { return this.state.follow ? this.view.cornersOf(this.state.frame) : undefined; }

  /** Keeps the direction and brings the skin as it is now close. */
  frameSkin() {
    this.view.frame(this.view.direction(), this.view.cornersOf(this.state.frame));
    this.redraw();
  }

  showPlaying(playing) {
    $('playIcon').setAttribute('d', playing ? 'M3 2h4v12H3zM9 2h4v12H9z' : 'M4 2v12l10-6z');
    $('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
  }

  showFrame(frame) {
    if (this.state.follow) this.view.follow(this.state.frame, frame);
    this.state.frame = frame;
    const report = this.clip.reports[frame], number = this.clip.numberOf(frame);
    $('slider').value = frame;
    $('slider').setAttribute('aria-valuetext', `frame ${number}`);
    $('number').value = number;
    const converged = this.clip.converged(frame);
    $('status').textContent = `frame ${number}` + (converged ? '' : `: ${report.status.replaceAll('_', ' ')}`);
    $('status').classList.toggle('bad', !converged);
    document.documentElement.dataset.frame = number;
    this.redraw();
  }

  resize() {
    const stage = $('stage');
    this.view.resize(Math.max(1, stage.clientWidth), Math.max(1, stage.clientHeight), devicePixelRatio);
    this.draw();
  }

  /** Once per refresh of the screen, however much has changed. */
  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.waiting = false;
    if (!this.view.width) return;
    this.view.draw(this.state);
    this.plots.draw(this.state.frame);
    this.drawMarks();
  }

  /** Frames that did not converge, on the timeline. */
  drawMarks() {
    const canvas = $('marks'), ratio = devicePixelRatio, c = canvas.getContext('2d');
    canvas.width = Math.round(canvas.clientWidth * ratio), canvas.height = Math.round(canvas.clientHeight * ratio);
    const thumb = 8 * ratio, room = canvas.width - 2 * thumb, css = getComputedStyle(document.documentElement);
    for (let f = 0; f < this.clip.frames; ++f) {
      if (this.clip.converged(f)) continue;
      c.fillStyle = css.getPropertyValue('--warn');
      c.fillRect(thumb + room * f / Math.max(1, this.clip.frames - 1) - ratio, canvas.height - 7 * ratio, 2 * ratio, 6 * ratio);
    }
  }
}
