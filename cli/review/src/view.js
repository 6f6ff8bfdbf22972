// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The picture: lights, ground, camera, and one or two bodies in it.
import * as THREE from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {Body} from './body.js';

const THEMES = {
  dark: {background: 0x2b2d31, ground: 0x33363b, line: 0x44484e, sky: 0xe6ecf5, earth: 0x45413d},
  light: {background: 0xe9eaec, ground: 0xdddfe2, line: 0xc3c7cc, sky: 0xffffff, earth: 0x8d8782},
};

/** Azimuth and elevation of the eye [degrees]; 0, 0 looks at the character from the front (+Z). */
export const VIEWS = {
  '3/4': [35, 14], front: [0, 4], back: [180, 4], left: [90, 4], right: [-90, 4], top: [0, 89],
};

const DOTS_FOR_HEIGHT = 600;  // of the picture, in which dots have the size they say
const FRAMES_TO_FIT = 24;     // at most so many are looked at to put the eye

/** Azimuth and elevation of a view by name or as "azimuth,elevation"; nothing if it is neither. */
export function anglesOf(view) {
  if (VIEWS[view]) return VIEWS[view];
  const angles = view.split(',').map(Number);
  return angles.length === 2 && angles.every(Number.isFinite) ? angles : undefined;
}

export class View {
  constructor(canvas, clip) {
    this.clip = clip;
    this.renderer = new THREE.WebGLRenderer({canvas, antialias: true, preserveDrawingBuffer: true});
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.setScissorTest(true);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(30, 1, 0.01, 100);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.least = new THREE.Vector3(...clip.least);
    this.most = new THREE.Vector3(...clip.most);
    this.radius = Math.max(1e-3, this.most.distanceTo(this.least) / 2);
    this.makeLights();
    this.makeGround();
    this.bodies = new Map();
  }

  makeLights() {
    this.sky = new THREE.HemisphereLight(0xffffff, 0x888888, 1.3);
    this.key = new THREE.DirectionalLight(0xffffff, 2.0);
    const rim = new THREE.DirectionalLight(0xffffff, 0.7);
    const centre = this.least.clone().add(this.most).multiplyScalar(0.5), r = this.radius;
    this.key.position.copy(centre).add(new THREE.Vector3(1.2 * r, 2.2 * r, 1.6 * r));
    this.key.target.position.copy(centre);
    rim.position.copy(centre).add(new THREE.Vector3(-1.8 * r, 1.0 * r, -1.8 * r));
    rim.target.position.copy(centre);
    const box = this.key.shadow.camera;
    box.left = box.bottom = -1.3 * r, box.right = box.top = 1.3 * r, box.near = 0.1 * r, box.far = 6 * r;
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.radius = 5;
    this.key.shadow.normalBias = 0.004 * r;
    this.scene.add(this.sky, this.key, this.key.target, rim, rim.target);
  }

  makeGround() {
    const centre = this.least.clone().add(this.most).multiplyScalar(0.5), size = 12 * this.radius;
    this.ground = new THREE.Group();
    this.ground.position.set(centre.x, this.least.y - 0.002 * this.radius, centre.z);
    this.floor = new THREE.Mesh(new THREE.CircleGeometry(size, 64), new THREE.ShadowMaterial({opacity: 0.22}));
    this.floor.rotation.x = -Math.PI / 2;
    this.floor.receiveShadow = true;
    const step = 10 ** Math.round(Math.log10(this.radius / 2));
    const lines = Math.min(200, 2 * Math.ceil(6 * this.radius / step));
    this.grid = new THREE.GridHelper(lines * step, lines, 0xffffff, 0xffffff);
    this.grid.material.transparent = true;
    this.ground.add(this.floor, this.grid);
    this.scene.add(this.ground);
  }

  setTheme(name) {
    const theme = THEMES[name];
    this.scene.background = new THREE.Color(theme.background);
    this.scene.fog = new THREE.Fog(theme.background, 5 * this.radius, 11 * this.radius);
    this.grid.material.color.set(theme.line);
    this.grid.material.vertexColors = false;
    this.grid.material.needsUpdate = true;
    this.sky.color.set(theme.sky);
    this.sky.groundColor.set(theme.earth);
  }

  bodyOf({run, points}) {
    const key = `${run} ${points}`;
    if (!this.bodies.has(key)) {
      const body = new Body(this.clip, this.clip.runs[run], points);
      this.bodies.set(key, body);
      this.scene.add(body.group);
    }
    return this.bodies.get(key);
  }

  resize(width, height, pixelRatio) {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
    this.width = width, this.height = height;
  }

  /** Puts the eye so that the given points, or all of the clip, fill the picture. */
  frame(direction, corners = this.cornersOfClip()) {
    const centre = new THREE.Box3().setFromPoints(corners).getCenter(new THREE.Vector3());
    const up = Math.abs(direction.y) > 0.99 ? new THREE.Vector3(0, 0, -1) : new THREE.Vector3(0, 1, 0);
    const right = up.clone().cross(direction).normalize(), above = direction.clone().cross(right);
    const tan = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2)), aspect = this.aspect();
    let distance = 0;
    for (const corner of corners) {
      const d = corner.clone().sub(centre), toward = d.dot(direction);
      distance = Math.max(distance, toward + Math.abs(d.dot(above)) / tan, toward + Math.abs(d.dot(right)) / (tan * aspect));
    }
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(direction, 1.08 * distance);
    this.camera.near = this.radius / 200;
    this.camera.far = 60 * this.radius;
    this.controls.update();
  }

  frameView(azimuth, elevation, corners) {
    const a = THREE.MathUtils.degToRad(azimuth), e = THREE.MathUtils.degToRad(elevation);
    this.frame(new THREE.Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)), corners);
  }

  direction() { return this.camera.position.clone().sub(this.controls.target).normalize(); }

  /** Moves the eye as the middle of the solved skin moves between two frames. */
  follow(from, to) {
    const way = this.clip.middleOf(to).map((x, c) => x - this.clip.middleOf(from)[c]);
    this.camera.position.add(new THREE.Vector3(...way));
    this.controls.target.add(new THREE.Vector3(...way));
    this.controls.update();
  }

  /** Points of the solved skin in one frame, to put the eye by. */
  cornersOf(frame) {
    const points = this.clip.runs[0].surface.read(frame, new Float32Array(3 * this.clip.vertices));
    const corners = [], step = 3 * Math.ceil(this.clip.vertices / 2000);
    for (let i = 0; i < points.length; i += step) corners.push(new THREE.Vector3().fromArray(points, i));
    return corners;
  }

  /** The same of frames spread over the clip. */
  cornersOfClip() {
    const step = Math.ceil(this.clip.frames / FRAMES_TO_FIT), corners = [];
    for (let frame = 0; frame < this.clip.frames; frame += step) corners.push(...this.cornersOf(frame));
    corners.push(...this.cornersOf(this.clip.frames - 1));
    return corners;
  }

  aspect() { return (this.isSplit ? 0.5 : 1) * this.width / this.height; }

  /** state: frame, mode, bones, springs, contacts, lattice, wire, compare ('off', 'wipe', 'side'), wipe (0 to 1), other. */
  draw(state) {
    const main = {run: 0, points: 'surface'}, {width, height} = this;
    this.isSplit = state.compare === 'side';
    this.camera.aspect = this.aspect();
    this.camera.updateProjectionMatrix();
    if (state.compare === 'off') {
      this.drawPart(main, state, [0, 0, width, height], [0, 0, width, height]);
    } else if (state.compare === 'side') {
      const half = width / 2;
      this.drawPart(state.other, state, [0, 0, half, height], [0, 0, half, height]);
      this.drawPart(main, state, [half, 0, half, height], [half, 0, half, height]);
    } else {
      const edge = Math.round(state.wipe * width);
      this.drawPart(state.other, state, [0, 0, width, height], [0, 0, edge, height]);
      this.drawPart(main, state, [0, 0, width, height], [edge, 0, width - edge, height]);
    }
  }

  drawPart(which, state, viewport, scissor) {
    if (scissor[2] <= 0) return;
    const shown = this.bodyOf(which);
    for (const body of this.bodies.values()) body.group.visible = body === shown;
    shown.show(state.frame, state.mode, state, Math.max(1, this.height / DOTS_FOR_HEIGHT));
    this.ground.visible = state.ground;
    this.renderer.setViewport(...viewport);
    this.renderer.setScissor(...scissor);
    this.renderer.render(this.scene, this.camera);
  }
}
