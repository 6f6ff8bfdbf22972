// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Lines drawn over a skin: bones, springs, contacts, the lattice.
import * as THREE from 'three';

/** What can be drawn, under its name in the state of the page: through the skin, or with depthTest in front of it. */
export const OVERLAYS = {
  bones: {color: 0xe8590c, pointSize: 7},
  springs: {color: 0x2f9e44, pointSize: 3, dotsAtStarts: true},
  contacts: {color: 0x9c36b5, pointSize: 4, dotsAtStarts: true},
  lattice: {color: 0x1c7ed6, opacity: 0.7, depthTest: true},
};

export class Overlay {
  constructor(name, lines, {color, pointSize, opacity = 1, depthTest = false, dotsAtStarts = false}) {
    this.name = name;
    this.lines = lines;
    this.geometry = new THREE.BufferGeometry();
    this.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * lines.count), 3));
    if (lines.ends) this.geometry.setIndex(new THREE.BufferAttribute(lines.ends, 1));
    const look = {color, opacity, depthTest, transparent: true};
    this.pointSize = pointSize;
    this.group = new THREE.Group();
    this.group.add(new THREE.LineSegments(this.geometry, new THREE.LineBasicMaterial(look)));
    if (pointSize) {
      this.dots = new THREE.PointsMaterial({...look, sizeAttenuation: false});
      this.group.add(new THREE.Points(dotsAtStarts ? this.startsOfLines() : this.geometry, this.dots));
    }
    for (const part of this.group.children) part.frustumCulled = false, part.renderOrder = 2;  // over what shines through
  }

  /** The same points, of which only the first of each line is drawn. */
  startsOfLines() {
    this.starts = new THREE.BufferGeometry();
    this.starts.setAttribute('position', this.geometry.attributes.position);
    this.starts.setIndex(Array.from({length: this.lines.count / 2}, (_, i) => 2 * i));
    return this.starts;
  }

  /** scale: of dots, which would be too small to see in a large picture. */
  show(frame, isOn, scale) {
    this.group.visible = isOn;
    if (!isOn) return;
    const {position} = this.geometry.attributes;
    this.lines.read(frame, position.array);
    position.needsUpdate = true;
    if (this.dots) this.dots.size = this.pointSize * scale;
    if (this.lines.ends) return;
    this.geometry.setDrawRange(0, this.lines.countOf(frame));
    this.starts?.setDrawRange(0, this.lines.countOf(frame) / 2);
  }
}
