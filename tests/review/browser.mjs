// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Headless Chromium by the DevTools protocol over two pipes, so that nothing but node is needed.
import {spawn, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const FLAGS = ['--headless', '--no-sandbox', '--remote-debugging-pipe', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--hide-scrollbars', '--no-first-run', '--disable-background-networking',
  '--force-prefers-reduced-motion'];

export function findChromium() {
  for (const name of [process.env.SINEW_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'])
    if (name && spawnSync(name, ['--version']).status === 0) return name;
  return null;
}

export class Browser {
  constructor(program, width, height) {
    this.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-chromium-'));
    const flags = [...FLAGS, `--user-data-dir=${this.profile}`, `--window-size=${width},${height}`, 'about:blank'];
    this.process = spawn(program, flags, {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.next = 1;
    this.answers = new Map();
    this.problems = [];  // console errors and exceptions
    this.requests = [];  // addresses asked for
    let rest = '';
    this.process.stdio[4].on('data', data => {
      const messages = (rest + data).split('\0');
      rest = messages.pop();
      for (const message of messages) this.receive(JSON.parse(message));
    });
  }

  receive({id, method, params, result, error}) {
    if (id) {
      const {resolve, reject} = this.answers.get(id);
      this.answers.delete(id);
      return error ? reject(new Error(error.message)) : resolve(result);
    }
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    if (method === 'Runtime.exceptionThrown') this.problems.push(params.exceptionDetails.exception?.description ?? 'exception');
    if (method === 'Runtime.consoleAPICalled' && ['error', 'assert'].includes(params.type))
      this.problems.push(params.args.map(a => a.value ?? a.description).join(' '));
    if (method === 'Log.entryAdded' && params.entry.level === 'error') this.problems.push(params.entry.text);
  }

  send(method, params = {}) {
    const id = this.next++;
    this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId: this.session}) + '\0');
    return new Promise((resolve, reject) => this.answers.set(id, {resolve, reject}));
  }

  async open(file, width, height) {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
    this.session = (await this.send('Target.attachToTarget', {targetId, flatten: true})).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.send(`${domain}.enable`);
    await this.resize(width, height);
    await this.send('Page.navigate', {url: `file://${path.resolve(file)}`});
    await this.waitFor("document.documentElement?.dataset.ready === 'yes'", 'the page is ready');
  }

  resize(width, height) {
    return this.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
  }

  async evaluate(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate', {expression, returnByValue: true, awaitPromise: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async waitFor(expression, what, seconds = 30) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
      if (await this.evaluate(expression)) return;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error(`waited ${seconds} s in vain until ${what}`);
  }

  async press(key) {
    const text = key.length === 1 ? key : undefined;
    const code = {' ': 32, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35}[key] ?? key.toUpperCase().charCodeAt(0);
    await this.send('Input.dispatchKeyEvent', {type: 'keyDown', key, text, windowsVirtualKeyCode: code});
    await this.send('Input.dispatchKeyEvent', {type: 'keyUp', key, windowsVirtualKeyCode: code});
  }

  async drag(from, to, button = 'left') {
    const at = ([x, y], type, buttons) => this.send('Input.dispatchMouseEvent', {type, x, y, button, buttons, clickCount: 1});
    await at(from, 'mousePressed', 1);
    await at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], 'mouseMoved', 1);
    await at(to, 'mouseMoved', 1);
    await at(to, 'mouseReleased', 0);
  }

  /** PNG of the page as it is after the next two refreshes. */
  async picture(clip) {
    await this.evaluate('new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))');
    const {data} = await this.send('Page.captureScreenshot', {format: 'png', ...(clip && {clip: {...clip, scale: 1}})});
    return Buffer.from(data, 'base64');
  }

  async close() {
    const gone = new Promise(resolve => this.process.once('exit', resolve));
    this.session = undefined;
    this.send('Browser.close').catch(() => {});
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(timer);
    fs.rmSync(this.profile, {recursive: true, force: true, maxRetries: 3});
  }
}
