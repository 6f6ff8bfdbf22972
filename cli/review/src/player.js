// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Which frame is shown, and how it moves on.

export class Player {
  /** onFrame(frame) is called whenever the frame changes, onPlaying(isPlaying) when it starts or stops. */
  constructor(frames, fps, onFrame, onPlaying) {
    Object.assign(this, {frames, fps, onFrame, onPlaying, frame: 0, speed: 1, loop: true, playing: false});
  }

  goTo(frame) {
    frame = Math.max(0, Math.min(this.frames - 1, frame));
    if (frame === this.frame) return;
    this.frame = frame;
    this.onFrame(frame);
  }

  /** By hand: stops playing. */
  seek(frame) {
    this.pause();
    this.goTo(frame);
  }

  toggle() { this.playing ? this.pause() : this.play(); }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.onPlaying(false);
  }

  play() {
    if (this.playing || this.frames < 2) return;
    this.playing = true;
    this.onPlaying(true);
    if (this.frame === this.frames - 1 && !this.loop) this.goTo(0);
    let last = performance.now(), at = this.frame;
    const tick = now => {
      if (!this.playing) return;
      if (this.frame !== Math.floor(at)) at = this.frame;  // moved by hand
      at += (now - last) / 1000 * this.fps * this.speed;
      last = now;
      if (at >= this.frames) {
        if (!this.loop) return this.goTo(this.frames - 1), this.pause();
        at %= this.frames;
      }
      this.goTo(Math.floor(at));
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}
