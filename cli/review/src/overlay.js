// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Lines drawn over a skin: bones, springs, the lattice.
import * as THREE from 'three';

/** What can be drawn, under its name in the state of the page: through the skin, or with depthTest in front of it. */
export const OVERLAYS = {
  bones: {color: 0xe8590c, pointSize: 7},
  springs: {color: 0x2f9e44, pointSize: 3},
  lattice: {color: 0x1c7ed6, opacity: 0.7, depthTest: true},
};

export class Overlay {
  constructor(name, lines, {color, pointSize, opacity = 1, depthTest = false}) {
    this.name = name;
    this.lines = lines;
    this.geometry = new THREE.BufferGeometry();
    this.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * lines.count), 3));
    if (lines.ends) this.geometry.setIndex(new THREE.BufferAttribute(lines.ends, 1));
    const look = {color, opacity, depthTest, transparent: true};
    this.group = new THREE.Group();
    this.group.add(new THREE.LineSegments(this.geometry, new THREE.LineBasicMaterial(look)));
    if (pointSize) {
      const points = new THREE.PointsMaterial({...look, size: pointSize, sizeAttenuation: false});
      this.group.add(new THREE.Points(this.geometry, points));
    }
    for (const part of this.group.children) part.frustumCulled = false, part.renderOrder = 1;
  }

  show(frame, isOn) {
    this.group.visible = isOn;
    if (!isOn) return;
    const {position} = this.geometry.attributes;
    this.lines.read(frame, position.array);
    position.needsUpdate = true;
  }
}
