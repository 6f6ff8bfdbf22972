// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// One skin in the scene: a mesh whose points, normals and colours change with the frame.
import * as THREE from 'three';
import {colourVertices} from './colours.js';
import {OVERLAYS, Overlay} from './overlay.js';

const CLAY = 0xc8b6a6, OTHER_CLAY = 0xaab4bd;
const GLOW = 0.8;  // how much of it is seen at most

/** Normals of all vertices, weighted by the area of their triangles. */
function smoothNormals(points, triangles, normals) {
  normals.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = points[b] - points[a], uy = points[b + 1] - points[a + 1], uz = points[b + 2] - points[a + 2];
    const vx = points[c] - points[a], vy = points[c + 1] - points[a + 1], vz = points[c + 2] - points[a + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    for (const k of [a, b, c]) normals[k] += nx, normals[k + 1] += ny, normals[k + 2] += nz;
  }
  for (let k = 0; k < normals.length; k += 3) {
    const length = Math.hypot(normals[k], normals[k + 1], normals[k + 2]) || 1;
    normals[k] /= length, normals[k + 1] /= length, normals[k + 2] /= length;
  }
}

export class Body {
  /** points: 'surface' or 'skinned', of the run. */
  constructor(clip, run, points) {
    this.clip = clip;
    this.run = run;
    this.isSolved = points === 'surface';
    this.source = run[points];
    this.values = new Float32Array(clip.vertices);
    this.geometry = new THREE.BufferGeometry();
    for (const name of ['position', 'normal', 'color'])
      this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * clip.vertices), 3));
    this.geometry.setIndex(new THREE.BufferAttribute(clip.triangles, 1));
    this.clay = this.isSolved && run === clip.runs[0] ? CLAY : OTHER_CLAY;
    this.material = new THREE.MeshStandardMaterial({color: this.clay, roughness: 0.7, side: THREE.DoubleSide});
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;  // its box changes every frame
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.wire = new THREE.Mesh(this.geometry, new THREE.MeshBasicMaterial(
        {color: 0x1b1f24, wireframe: true, transparent: true, opacity: 0.22, depthWrite: false}));
    this.wire.frustumCulled = false;
    this.group = new THREE.Group();
    this.group.add(this.mesh, this.wire);
    this.makeGlow();
    this.makeOverlays();
  }

  /** The coloured part of the skin once more, seen through what is in front: skin that touches is hidden by skin. */
  makeGlow() {
    this.glowGeometry = new THREE.BufferGeometry();
    this.glowGeometry.setAttribute('position', this.geometry.attributes.position);
    this.glowGeometry.setAttribute('color', new THREE.BufferAttribute(new Float32Array(4 * this.clip.vertices), 4));
    this.glowGeometry.setIndex(this.geometry.index);
    this.glow = new THREE.Mesh(this.glowGeometry, new THREE.MeshBasicMaterial(
        {vertexColors: true, transparent: true, side: THREE.DoubleSide, depthTest: false, depthWrite: false}));
    this.glow.frustumCulled = false;
    this.glow.renderOrder = 1;
    this.group.add(this.glow);
  }

  showGlow(most) {
    this.glow.visible = most > 0;
    if (!this.glow.visible) return;
    const from = this.geometry.attributes.color.array, {color} = this.glowGeometry.attributes;
    for (let i = 0; i < this.values.length; ++i) {
      for (let c = 0; c < 3; ++c) color.array[4 * i + c] = from[3 * i + c];
      color.array[4 * i + 3] = GLOW * Math.min(1, 3 * this.values[i] / most);
    }
    color.needsUpdate = true;
  }

  /** Lines of the run that can be shown over the skin. */
  makeOverlays() {
    this.overlays = Object.entries(OVERLAYS).filter(([name]) => this.run[name])
        .map(([name, style]) => new Overlay(name, this.run[name], style));
    this.group.add(...this.overlays.map(overlay => overlay.group));
  }

  show(frame, mode, state, dotScale) {
    const {position, normal, color} = this.geometry.attributes;
    this.source.read(frame, position.array);
    smoothNormals(position.array, this.clip.triangles, normal.array);
    const coloured = this.isSolved && colourVertices(mode, this.run, frame, this.values, color.array);
    if (coloured !== this.material.vertexColors) {
      this.material.vertexColors = coloured;
      this.material.color.set(coloured ? 0xffffff : this.clay);
      this.material.needsUpdate = true;
    }
    position.needsUpdate = normal.needsUpdate = true;
    color.needsUpdate = coloured;
    this.wire.visible = state.wire;
    this.showGlow(coloured && mode.seenThrough ? mode.range.most : 0);
    for (const overlay of this.overlays) overlay.show(frame, state[overlay.name], dotScale);
  }
}
