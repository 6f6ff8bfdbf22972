// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Small plots of the report of every frame, linked to the timeline.

const STAGES = ['start', 'contact', 'linearise', 'setup', 'linear', 'embed'];
const STAGE_COLOURS = ['#8f7ee0', '#d67fc0', '#4fa3e0', '#45b58c', '#e0a743', '#d96d6d'];

const log = {toY: v => Math.log10(Math.max(v, 1e-9)), text: v => v.toExponential(1)};
const plain = digits => ({toY: v => v, text: v => v.toFixed(digits)});

/** What is plotted: label, numbers of a frame's report (several are stacked), and how they are written. */
const PLOTS = [
  {label: 'Last step [cells], log', of: r => [r.step], ...log},
  {label: 'Residual, log', of: r => [r.residual], ...log},
  {label: 'Newton steps', of: r => [r.newton], ...plain(0), fromZero: true},
  {label: 'Worst cell, least J', of: r => [r.min_j], ...plain(3)},
  {label: 'Volume ratio', of: r => [r.volume_ratio], ...plain(4)},
  {label: 'Seconds per stage', of: r => STAGES.map(s => r.seconds?.[s] ?? 0), ...plain(3), fromZero: true, stacked: true},
  {label: 'Penetration [cells]', of: r => [r.max_penetration], ...plain(3), fromZero: true, hideIfZero: true},
];

class Plot {
  constructor(parent, clip, spec, onPick) {
    this.spec = spec;
    this.clip = clip;
    this.rows = clip.reports.map(r => spec.of(r).map(v => Number.isFinite(v) ? v : 0));
    const figure = document.createElement('figure');
    figure.innerHTML = '<figcaption><span></span><output></output></figcaption><canvas role="img"></canvas>';
    figure.querySelector('span').textContent = spec.label;
    this.output = figure.querySelector('output');
    this.canvas = figure.querySelector('canvas');
    this.canvas.setAttribute('aria-label', `Plot: ${spec.label}`);
    if (spec.stacked) figure.title = STAGES.join(', ') + ' (from below)';
    const pick = event => {
      const box = this.canvas.getBoundingClientRect();
      onPick(Math.round((event.clientX - box.left) / box.width * (clip.frames - 1)));
    };
    this.canvas.addEventListener('pointerdown', e => (this.canvas.setPointerCapture(e.pointerId), pick(e)));
    this.canvas.addEventListener('pointermove', e => e.buttons & 1 && pick(e));
    parent.append(figure);
    this.findRange();
  }

  findRange() {
    const sums = this.rows.map(row => row.reduce((a, b) => a + b, 0));
    const ys = sums.map(this.spec.toY);
    this.sums = sums;
    this.least = this.spec.fromZero ? 0 : Math.min(...ys);
    this.most = Math.max(...ys);
    if (!(this.most > this.least)) this.most = this.least + 1e-3;
  }

  x(frame) { return this.clip.frames > 1 ? 2 + frame / (this.clip.frames - 1) * (this.canvas.width - 4) : this.canvas.width / 2; }
  y(v) { return this.canvas.height - 4 - (this.spec.toY(v) - this.least) / (this.most - this.least) * (this.canvas.height - 8); }

  draw(frame, style) {
    const ratio = devicePixelRatio, width = Math.round(this.canvas.clientWidth * ratio);
    const height = Math.round(this.canvas.clientHeight * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) this.canvas.width = width, this.canvas.height = height;
    const c = this.canvas.getContext('2d');
    c.clearRect(0, 0, width, height);
    if (this.spec.stacked) this.drawStack(c);
    else this.drawLine(c, style);
    c.fillStyle = style.warn;
    for (let f = 0; f < this.clip.frames; ++f)
      if (!this.clip.converged(f)) c.fillRect(this.x(f) - ratio, 0, 2 * ratio, 4 * ratio);
    c.fillStyle = style.accent;
    c.fillRect(Math.round(this.x(frame) - ratio / 2), 0, Math.max(1, ratio), height);
    this.output.textContent = this.spec.text(this.sums[frame]);
  }

  drawLine(c, style) {
    c.strokeStyle = style.plot;
    c.lineWidth = 1.5 * devicePixelRatio;
    c.lineJoin = 'round';
    c.beginPath();
    this.sums.forEach((v, f) => c.lineTo(this.x(f), this.y(v)));
    if (this.sums.length === 1) c.arc(this.x(0), this.y(this.sums[0]), 2, 0, 7);
    c.stroke();
  }

  drawStack(c) {
    const base = this.rows.map(() => 0);
    STAGES.forEach((_, s) => {
      const top = base.map((b, f) => b + this.rows[f][s]);
      c.fillStyle = STAGE_COLOURS[s];
      c.beginPath();
      top.forEach((v, f) => c.lineTo(this.x(f), this.y(v)));
      for (let f = base.length - 1; f >= 0; --f) c.lineTo(this.x(f), this.y(base[f]));
      c.fill();
      top.forEach((v, f) => { base[f] = v; });
    });
  }
}

export class Plots {
  constructor(parent, clip, onPick) {
    const shown = PLOTS.filter(p => clip.reports.every(r => p.of(r).every(v => v !== undefined && v !== null)))
        .filter(p => !p.hideIfZero || clip.reports.some(r => p.of(r)[0] > 0));
    this.plots = shown.map(spec => new Plot(parent, clip, spec, onPick));
    parent.style.gridTemplateColumns = `repeat(${shown.length}, minmax(0, 1fr))`;
  }

  draw(frame) {
    const css = getComputedStyle(document.documentElement);
    const style = Object.fromEntries(['accent', 'plot', 'warn'].map(k => [k, css.getPropertyValue('--' + k)]));
    for (const plot of this.plots) plot.draw(frame, style);
  }
}
