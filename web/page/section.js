// A wheel on its rail, enlarged, as it stands at an instant.

/** Wheel outline in the track frame of its wheelset; yaw is left out. */
function wheelInTrack(shape, side, q) {
  const sign = side === 'left' ? 1 : -1, c = Math.cos(q.roll), s = Math.sin(q.roll);
  return ([py, pz]) => {
    const y = sign * (shape.profile_position + py), z = pz - shape.radius;
    return [q.y + c * y - s * z, q.z + s * y + c * z];
  };
}

/** Points [y, z] of a rail's outline in the track frame; irregularities `factor`, and what it yields (at the instant of `deformed`, or null) `yields` enlarged. */
function railInTrack(path, side, s, deformed, factor = 1, yields = 1) {
  const left = side === 'left', sign = left ? 1 : -1, [dy, dz] = path.displacement(side, s).map(d => d * factor);
  if (!deformed) return ([y, z]) => [sign * y + dy, z + dz];
  const [my, mz, roll] = deformed.rail(left ? 0 : 1, s).map(d => d * yields), [across, up] = deformed.run.scene.structure.rail_centre, c = Math.cos(roll), n = Math.sin(roll);
  return ([y, z]) => {
    const a = sign * (y - across), b = z - up;
    return [sign * across + c * a - n * b + dy + my, up + n * a + c * b + dz + mz];
  };
}

class CrossSection {
  constructor(run, path, deformed) {
    Object.assign(this, {run, path, deformed, time: 0, width: 0.1, kept: null});
    this.wheel = `${run.wheelsets[0]}.${run.sides(run.wheelsets[0]).pop()}`;
    this.picture = new Picture({class: 'section', title: 'the chosen wheel on its rail'}, (pen, w, h) => this.drawOn(pen, w, h));
    this.choice = choice(run.wheelsets.flatMap(w => run.sides(w).map(s => [`${w}.${s}`, `${w}.${s}`])), this.wheel, wheel => { this.wheel = wheel; this.picture.draw(); },
        {title: 'wheel of the cross-section', class: 'section-wheel'});
    const widths = [['0.16', 'whole'], ['0.1', '×2'], ['0.05', '×4'], ['0.02', '×10'], ['0.005', '×40']];
    this.zoom = choice(widths, '0.1', width => { this.width = Number(width); this.picture.draw(); }, {title: 'enlargement'});
    this.text = element('span', {class: 'section-text'});
    this.box = element('div', {class: 'section-box'}, element('div', {class: 'section-bar'}, this.choice, this.zoom), this.picture.canvas, this.text);
  }
  show(time) {
    this.time = time;
    this.picture.draw();
  }
  contacts(side, toTrack) {
    const {run, wheel, time} = this, rail = run.scene.rails[side];
    return contactKinds.map(([kind, colour]) => {
      const of = quantity => run.near(`${wheel}.${kind}.${quantity}`, time), force = of('normal_force');
      if (!(force > 0)) return null;
      const sign = side === 'left' ? 1 : -1, angle = of('contact_angle');
      return {kind, colour, force, half: of('semi_axis_b'), at: toTrack(pointAt(rail.points, rail.own_y, of('rail_s'))), normal: [-sign * Math.sin(angle), Math.cos(angle)]};
    }).filter(Boolean);
  }
  drawOn(pen, width, height) {
    const {run, time, wheel} = this, [wheelset, side] = [wheel.slice(0, wheel.lastIndexOf('.')), wheel.slice(wheel.lastIndexOf('.') + 1)];
    // Of one recorded row: contacts belong to no place in between.
    const q = {};
    if (this.deformed) this.deformed.show(run.frameTimes[run.frameAt(time)]);
    for (const name of ['s', 'y', 'z', 'roll']) q[name] = run.near(`${wheelset}.${name}`, time);
    const shape = run.scene.wheelsets.find(w => w.body === wheelset), rail = run.scene.rails[side];
    const onRail = railInTrack(this.path, side, q.s, this.deformed), onWheel = wheelInTrack(shape, side, q), contacts = this.contacts(side, onRail);
    const carrying = contacts.reduce((a, b) => !a || b.force > a.force ? b : a, null);
    const centre = this.width > 0.11 || !carrying ? onRail([rail.points.reduce((sum, p) => sum + p[0], 0) / rail.points.length, -0.005]) : carrying.at;
    const scale = width / this.width, X = p => width / 2 - (p[0] - centre[0]) * scale, Y = p => height * 0.5 - (p[1] - centre[1]) * scale;
    const outline = (points, place, closed, fill) => {
      pen.beginPath();
      for (const p of points) { const q2 = place(p); pen.lineTo(X(q2), Y(q2)); }
      pen.strokeStyle = theme.colour('ink'); pen.lineWidth = 1.6; pen.stroke();
      const box = closed.map(place);
      for (const p of box) pen.lineTo(X(p), Y(p));
      pen.fillStyle = theme.colour(fill); pen.globalAlpha = 0.25; pen.fill(); pen.globalAlpha = 1;
    };
    outline(rail.points, onRail, [[rail.points[rail.points.length - 1][0], -0.08], [rail.points[0][0], -0.08]], 'rail');
    outline(shape[side], onWheel, [[shape[side][shape[side].length - 1][0], 0.1], [shape[side][0][0], 0.1]], 'steel');
    for (const contact of contacts) this.drawContact(pen, contact, X, Y, scale);
    this.drawScale(pen, width, height, scale);
    this.text.textContent = contacts.length ? contacts.map(c => `${c.kind} ${number(c.force / 1e3, 3)} kN, patch ±${number(c.half * 1e3, 2)} mm across`).join(' · ') : 'no contact';
  }
  drawContact(pen, {colour, force, half, at, normal}, X, Y, scale) {
    const x = X(at), y = Y(at), along = [-normal[1], -normal[0]], size = 12 + 40 * Math.min(force / 1e5, 1.5);
    pen.strokeStyle = pen.fillStyle = theme.colour(colour);
    pen.lineWidth = 4;
    pen.beginPath();
    pen.moveTo(x - along[0] * half * scale, y - along[1] * half * scale); pen.lineTo(x + along[0] * half * scale, y + along[1] * half * scale); pen.stroke();
    // The force on the wheel; the picture looks forwards, left on the left.
    const tip = [x - normal[0] * size, y - normal[1] * size];
    pen.lineWidth = 2;
    pen.beginPath(); pen.moveTo(x, y); pen.lineTo(...tip); pen.stroke();
    pen.beginPath(); pen.arc(x, y, 3, 0, 7); pen.fill();
    pen.beginPath(); pen.arc(...tip, 3.5, 0, 7); pen.fill();
  }
  drawScale(pen, width, height, scale) {
    const length = [0.05, 0.02, 0.01, 0.005, 0.002, 0.001].find(l => l * scale < width / 3) || 0.001;
    pen.strokeStyle = pen.fillStyle = theme.colour('faint'); pen.lineWidth = 1.5; pen.font = '11px system-ui, sans-serif'; pen.textAlign = 'right';
    pen.beginPath(); pen.moveTo(width - 8 - length * scale, height - 8); pen.lineTo(width - 8, height - 8); pen.stroke();
    pen.fillText(`${length * 1e3} mm`, width - 8, height - 13);
  }
}
