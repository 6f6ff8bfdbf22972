// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Usage: node review_page_test.mjs SINEW FOLDER
// Solves a small scene twice, writes its page and uses it in headless Chromium as a person would. Pictures are
// left in FOLDER. Ends with 77 (skipped) where Chromium or the page template is missing.
import {spawnSync} from 'node:child_process';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {Browser, findChromium} from './browser.mjs';
import {difference, readPng} from './png.mjs';

const [tool, folder] = process.argv.slice(2);
const chromium = findChromium();
const inFolder = name => path.join(folder, name);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(77);
}
if (!chromium) skip('there is no Chromium (apt install chromium)');
if (!fs.existsSync(path.join(path.dirname(tool), '../share/sinew/review.html'))) skip('the review page was not built: no npm');

function sinew(...words) {
  const {status, stdout, stderr} = spawnSync(tool, words, {encoding: 'utf8'});
  return {status, stdout, stderr};
}

let browser, box;
const step = name => console.log(`- ${name}`);

/** The canvas as pixels; also kept as a file. */
async function look(name) {
  const png = await browser.picture(box);
  fs.writeFileSync(inFolder(`${name}.png`), png);
  return readPng(png);
}

const click = id => browser.evaluate(`document.getElementById('${id}').click()`);
const choose = (id, value) => browser.evaluate(
    `{const s = document.getElementById('${id}'); s.value = '${value}'; s.dispatchEvent(new Event('change'))}`);
const text = id => browser.evaluate(`document.getElementById('${id}').textContent`);
const frame = () => browser.evaluate('Number(document.documentElement.dataset.frame)');
const rectOf = id => browser.evaluate(
    `(({x, y, width, height}) => ({x, y, width, height}))(document.getElementById('${id}').getBoundingClientRect())`);
const layout = async () => JSON.stringify(await Promise.all(['stage', 'transport', 'plots', 'slider', 'play'].map(rectOf)));
const same = (a, b, why) => assert.equal(difference(a, b), 0, why);
const differs = (a, b, least, why) => assert.ok(difference(a, b) > least, `${why}: ${difference(a, b)}`);

function makeRuns() {
  fs.rmSync(folder, {recursive: true, force: true});
  fs.mkdirSync(folder, {recursive: true});
  const demo = (name, ...more) => sinew('demo', '--scene', 'bar', '--detail', '0.6', '--cells', '1500', '--frames', '5',
      '--out', inFolder(name), ...more);
  assert.equal(demo('firm').status, 0);
  const loose = demo('loose', '--poissonsRatio', '0.1', '--newtonIterations', '1', '--poseSplits', '0', '--stepTolerance', '1e-6');
  assert.equal(loose.status, 3, 'frames of the loose run do not converge');
  const made = sinew('review', inFolder('firm'), '--against', inFolder('loose'), '-o', inFolder('page.html'));
  assert.equal(made.status, 0, made.stderr);
  assert.equal(sinew('review', inFolder('loose'), '-o', inFolder('loose.html')).status, 0);
  // Fingers that touch, on bones thin enough for springs; whether they converge is not the question here.
  const hand = sinew('demo', '--scene', 'hand', '--detail', '0.4', '--cells', '3000', '--frames', '3', '--selfContact', 'on',
      '--newtonIterations', '12', '--poseSplits', '0', '--out', inFolder('hand'));
  assert.ok([0, 3].includes(hand.status), hand.stderr);
  assert.equal(sinew('review', inFolder('hand'), '-o', inFolder('hand.html')).status, 0);
}

async function openPage(name) {
  await browser.open(inFolder(name), 1280, 720);
  box = await rectOf('stage');
}

async function pointsAreThoseOfTheFile() {
  step('points are those of surface.pc2, rounded to the box');
  const file = fs.readFileSync(inFolder('firm/surface.pc2')), points = file.readInt32LE(16);
  const worst = await browser.evaluate(`(() => {
    const file = Float32Array.from(${JSON.stringify(Array.from(new Float32Array(file.buffer.slice(file.byteOffset + 32, file.byteOffset + file.length))))});
    const {clip} = sinewReview, out = new Float32Array(3 * ${points});
    let worst = 0;
    for (let f = 0; f < clip.frames; ++f) {
      clip.runs[0].surface.read(f, out);
      out.forEach((x, i) => { worst = Math.max(worst, Math.abs(x - file[3 * ${points} * f + i]) / (clip.most[i % 3] - clip.least[i % 3])); });
    }
    return worst * 65535;
  })()`);
  assert.ok(worst < 0.51, `off by ${worst} steps`);
}

async function timelineMoves() {
  step('timeline: keys, slider, number, play');
  const first = await look('frame_first');
  const before = await layout();
  await browser.press('End');
  assert.equal(await frame(), 4);
  const last = await look('frame_last');
  differs(first, last, 0.02, 'the last frame looks like the first');
  await browser.press('ArrowLeft');
  assert.equal(await frame(), 3);
  await browser.press('Home');
  assert.equal(await frame(), 0);
  same(first, await look('frame_first_again'), 'the first frame looks otherwise the second time');
  const slider = await rectOf('slider'), y = slider.y + slider.height / 2;
  await browser.drag([slider.x + 8, y], [slider.x + slider.width / 2, y]);
  assert.equal(await frame(), 2);
  await choose('number', '4');
  assert.equal(await frame(), 4);
  same(last, await look('frame_by_number'), 'frame 4 by its number is another picture');
  await browser.evaluate('document.activeElement.blur()');
  await browser.press(' ');
  await browser.waitFor('document.documentElement.dataset.frame !== "4"', 'it plays on from the last frame');
  await browser.press(' ');
  assert.equal(await browser.evaluate('sinewReview.player.playing'), false);
  assert.equal(await layout(), before, 'the layout jumped');
  await browser.press('End');
  return last;
}

async function coloursShow(clay, modes, least, prefix = '') {
  const seen = [clay];
  for (const [mode, unit] of modes) {
    step(`colour ${mode}`);
    await choose('colour', mode);
    const shown = await look(`${prefix}colour_${mode}`);
    for (const other of seen) differs(other, shown, least, `${mode} looks like clay or another colour`);
    seen.push(shown);
    assert.ok((await text('legendTitle')).includes(unit), await text('legendTitle'));
  }
  await choose('colour', 'none');
  same(clay, await look('colour_none'), 'clay is not clay again');
}

async function overlaysToggle(plain, names, prefix = '') {
  for (const name of names) {
    step(`toggle ${name}`);
    await click(name);
    differs(plain, await look(`${prefix}toggle_${name}`), 0.0003, `${name} changes nothing`);
    await click(name);
    same(plain, await look(`${prefix}toggle_${name}_back`), `${name} is not as before`);
  }
}

const isDisabled = id => browser.evaluate(`document.getElementById('${id}').disabled`);

async function barHasNoContactsToShow() {
  for (const name of ['springs', 'contacts']) assert.equal(await isDisabled(name), true, `the bar has no ${name} to show`);
  const modes = await browser.evaluate('sinewReview.modes.map(m => m.id)');
  assert.ok(!modes.includes('penetration') && !modes.includes('pressure'), modes.join(' '));
}

/** Fingers touch: colours of contact, marks, the plot, and numbers that are those of the files. */
async function contactShows() {
  await openPage('hand.html');
  await browser.press('End');
  const plain = await look('hand');
  await coloursShow(plain, [['penetration', '[cells]'], ['pressure', '[kPa]'], ['convergence', '[cells]']], 0.0005, 'hand_');
  await choose('colour', 'penetration');
  const numbers = await text('legendNumbers');
  assert.match(numbers, /mm\)/, 'the legend has no millimetres');
  await choose('colour', 'none');
  await overlaysToggle(plain, ['springs', 'contacts'], 'hand_');
  await browser.press('n');
  differs(plain, await look('hand_key_n'), 0.0003, 'the key N shows no contacts');
  await browser.press('n');
  assert.match(await text('plots'), /Penetration/);
  await qualityIsThatOfTheFile();
  await contactsAreThoseOfTheFile();
  await browser.press('Home');
  const rest = await look('hand_rest');
  await choose('colour', 'penetration');
  await click('contacts');
  differs(rest, await look('hand_rest_penetration'), 0.01, 'the colour of no contact is not clay');
  await click('contacts');
  same(readPng(fs.readFileSync(inFolder('hand_rest_penetration.png'))), await look('hand_rest_no_marks'), 'marks at rest, where nothing touches');
}

async function qualityIsThatOfTheFile() {
  step('steps and penetration are those of quality.pc2, but for the rounding');
  const file = fs.readFileSync(inFolder('hand/quality.pc2')), vertices = file.readInt32LE(16);
  const of = (frame, vertex, c) => file.readFloatLE(32 + 12 * (frame * vertices + vertex) + 4 * c);
  let compared = 0;
  for (const frame of [0, 1, 2]) {
    for (const c of [0, 1, 2]) {
      const shown = await browser.evaluate(`Array.from(sinewReview.clip.runs[0].quality.read(${frame}, ${c}, new Float32Array(${vertices})))`);
      const most = Math.max(...[0, 1, 2].flatMap(f => shown.map((_, v) => of(f, v, c))));
      shown.forEach((value, v) => {
        const there = of(frame, v, c);
        const bound = c === 0 ? 0.04 * there + 1.1e-6 : 0.0041 * Math.sqrt(there * most) + 1e-5 * most;
        assert.ok(Math.abs(value - there) <= bound, `frame ${frame}, vertex ${v}, number ${c}: ${value} and ${there}`);
        compared += there > 0;
      });
    }
  }
  assert.ok(compared > vertices, 'there was little to compare');
}

async function contactsAreThoseOfTheFile() {
  step('contacts are those of contacts.bin, rounded to the box');
  const file = fs.readFileSync(inFolder('hand/contacts.bin'));
  let at = 8, seen = 0;
  for (let frame = 0; at < file.length; ++frame) {
    const count = file.readUInt32LE(at);
    const shown = await browser.evaluate(`(() => {
      const {contacts} = sinewReview.clip.runs[0];
      return {count: contacts.countOf(${frame}), points: Array.from(contacts.read(${frame}, new Float32Array(3 * contacts.count)))};
    })()`);
    assert.equal(shown.count, 2 * count);
    for (let i = 0; i < count; ++i)
      for (let c = 0; c < 3; ++c)
        assert.ok(Math.abs(shown.points[6 * i + c] - file.readFloatLE(at + 4 + 32 * i + 4 * c)) < 1e-5);
    at += 4 + 32 * count;
    seen += count;
  }
  assert.ok(seen > 0, 'nothing touches');
}

async function comparisonsShow(plain) {
  step('wipe against linear skinning');
  const label = 160, handle = 14, half = box.width / 2;
  await choose('compare', 'wipe');
  const wipe = await look('wipe');
  assert.ok(difference(plain, wipe, 0, half - handle) > 0.01, 'left of the wipe there is no other skin');
  assert.equal(difference(plain, wipe, half + handle, box.width - label), 0, 'right of the wipe it is not the solved skin');
  await browser.drag([half, box.y + 40], [box.width * 0.75, box.y + 40]);
  const moved = await look('wipe_moved');
  assert.ok(difference(wipe, moved, half + handle, box.width * 0.75 - handle) > 0.005, 'the wipe does not follow the mouse');
  step('side by side, and the second run');
  await choose('compare', 'side');
  const skinned = await look('side_skinned');
  await choose('other', '1');
  const second = await look('side_second');
  assert.ok(difference(skinned, second, 0, half - 2) > 0.01, 'the second run looks like skinning');
  assert.equal(difference(skinned, second, half + 2, box.width - label), 0, 'the solved skin changed with the other');
  assert.equal(await text('leftName'), 'loose');
  await choose('compare', 'off');
  same(plain, await look('compare_off'), 'without comparison it is not as before');
}

async function eyeMoves(plain) {
  step('orbit, F, views, themes, drawer');
  await browser.drag([300, 300], [500, 340]);
  differs(plain, await look('orbit'), 0.02, 'dragging does not orbit');
  await browser.press('f');
  await browser.evaluate('document.activeElement.blur()');  // the ring that shows the focus
  await choose('view', 'front');
  differs(plain, await look('front'), 0.02, 'the front looks like the three-quarter view');
  await choose('view', '3/4');
  same(plain, await look('view_again'), 'the first view is not as before');
  await click('theme');
  differs(plain, await look('theme'), 0.5, 'the other theme looks the same');
  await click('theme');
  await click('settings');
  const drawer = await text('drawer');
  for (const word of ['youngsModulus', 'poissonsRatio', 'version', 'cells']) assert.ok(drawer.includes(word), word);
  await look('drawer');
  await click('settings');
}

async function fitsAndSpeaks() {
  step('names for all controls; fits 1280x720 and 3840x2160');
  const {nodes} = await browser.send('Accessibility.getFullAXTree');
  const controls = nodes.filter(n => !n.ignored && ['button', 'combobox', 'slider', 'spinbutton'].includes(n.role?.value));
  assert.ok(controls.length >= 18, `${controls.length} controls`);
  for (const node of controls) assert.ok(node.name?.value, `a ${node.role.value} has no name`);
  for (const [width, height] of [[3840, 2160], [1280, 720]]) {
    await browser.resize(width, height);
    fs.writeFileSync(inFolder(`page_${width}.png`), await browser.picture());
    const overflow = await browser.evaluate(`[...document.querySelectorAll('header, #transport, body')].map(n =>
        Math.max(n.scrollWidth - innerWidth, 0))`);
    assert.deepEqual(overflow, [0, 0, 0], `too wide for ${width}`);
    const stage = await rectOf('stage');
    assert.ok(stage.width === width && stage.height > 0.6 * height, JSON.stringify(stage));
  }
}

async function marksShowTrouble() {
  step('frames that did not converge are marked');
  const marked = "[...document.getElementById('marks').getContext('2d').getImageData(0, 0, 4000, 60).data].filter(x => x > 0).length";
  assert.equal(await browser.evaluate(marked), 0);
  await openPage('loose.html');
  await browser.press('End');
  await look('not_converged');
  assert.ok(await browser.evaluate(marked) > 0);
  assert.match(await text('status'), /frame 4: iteration limit/);
}

function stillsAreDrawn() {
  step('sinew render');
  const out = inFolder('stills');
  const drawn = sinew('render', inFolder('firm'), '-o', out, '--frames', '0:4:4', '--size', '320x240', '--view', 'front');
  assert.equal(drawn.status, 0, drawn.stderr);
  const [a, b] = ['frame.0000.png', 'frame.0004.png'].map(name => readPng(fs.readFileSync(path.join(out, name))));
  assert.deepEqual([a.width, a.height], [320, 240]);
  differs(a, b, 0.02, 'the stills look the same');
  const touching = (name, ...more) => {
    const done = sinew('render', inFolder('hand'), '-o', inFolder(name), '--frames', '2', '--size', '320x240', ...more);
    assert.equal(done.status, 0, done.stderr);
    return readPng(fs.readFileSync(inFolder(`${name}/frame.0002.png`)));
  };
  const clay = touching('still_hand'), marks = touching('still_contacts', '--contacts'), deep = touching('still_penetration', '--colour', 'penetration');
  differs(clay, marks, 0.0005, '--contacts draws nothing');
  differs(clay, deep, 0.01, '--colour penetration is clay');
  const none = sinew('render', inFolder('firm'), '-o', out, '--frames', '0', '--colour', 'penetration');
  assert.equal(none.stderr, 'sinew: the result has no data for the colour penetration.\n');
  const sheet = sinew('render', inFolder('firm'), '-o', inFolder('sheet'), '--sheet', '--size', '160x120');
  assert.equal(sheet.status, 0, sheet.stderr);
  const whole = readPng(fs.readFileSync(inFolder('sheet/sheet.png')));
  assert.ok(whole.width > 5 * 160 && whole.height > 2 * 120, 'all five frames, without and with simulation');
  const wrong = sinew('render', inFolder('firm'), '-o', out, '--frames', '9');
  assert.equal(wrong.status, 1);
  assert.equal(wrong.stderr, 'sinew: the result has no frame 9.\n');
  assert.deepEqual(fs.readdirSync(out).sort(), ['frame.0000.png', 'frame.0004.png'], 'something else was left');
}

makeRuns();
browser = new Browser(chromium, 1280, 720);
try {
  await openPage('page.html');
  await pointsAreThoseOfTheFile();
  const last = await timelineMoves();
  await coloursShow(last, [['displacement', '[mm]'], ['stretch', '[% longer]'], ['compression', '[% of length]'], ['volume', '[%]'],
    ['convergence', '[cells]']], 0.01);
  await overlaysToggle(last, ['bones', 'lattice', 'wire', 'ground']);
  await barHasNoContactsToShow();
  await comparisonsShow(last);
  await eyeMoves(last);
  await fitsAndSpeaks();
  await marksShowTrouble();
  await contactShows();
  const elsewhere = browser.requests.filter(address => !address.startsWith('file://') && address !== 'data:,');
  assert.deepEqual(elsewhere, [], 'the page asked the network');
  assert.equal(browser.requests.filter(address => address.startsWith('file://')).length, 3, browser.requests.join(' '));
  assert.deepEqual(browser.problems, [], 'the console has errors');
} finally {
  await browser.close();
}
stillsAreDrawn();
console.log(`passed; pictures are in ${folder}`);
