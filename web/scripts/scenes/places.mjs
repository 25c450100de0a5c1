// Where things stand: a room, a terrace, the workshop, and the joints from near.
import { board, cell, colourOf, darker, ellipse, ink, lighter, line, polygon, rect } from './draw.mjs'

/** Wall, skirting and oak floor; the floor line lies at `floor`. */
export function room(width, height, floor) {
  const planks = [0.18, 0.42, 0.74].map((share) => line(`M0 ${floor + 20 + (height - floor - 20) * share}H${width}`, '#9C764F', 1.2, 'opacity=".7"'))
  return [
    rect(0, 0, width, floor, 'url(#wall)'),
    rect(0, floor, width, 20, '#DDD4C8'),
    rect(0, floor + 18, width, 2, ink, 'opacity=".18"'),
    rect(0, floor + 20, width, height - floor - 20, 'url(#floor)'),
    ...planks,
  ].join('')
}

/** Lattice-window light on the wall, leaning as the sun stands. */
export const latticeLight = (x, y, width, height) =>
  `<g transform="matrix(1 .16 0 1 ${x} ${y})">${rect(0, 0, width, height, '#F1E9DC', 'opacity=".85"')}${rect(0, 0, width, height, 'url(#shade)')}</g>`

/** Fills the light's holes; belongs into the picture's `defs`. */
export const shade = `<pattern id="shade" width="96" height="96" patternUnits="userSpaceOnUse"><path d="${cell}" transform="scale(4)" fill="none" stroke="#CBBFB0" stroke-width="2.1"/></pattern>`

/** A white garden wall with leaf shadows over pale stone. */
export function terrace(width, height, floor) {
  const leaves = []
  for (let index = 0; index < 46; index += 1) {
    // A fixed scatter: the same picture at each drawing.
    const x = (index * 197) % width
    const y = ((index * 131) % (floor - 60)) * 0.9
    leaves.push(ellipse(x, y, 30, 7, '#7E8A80', `opacity=".22" transform="rotate(${(index * 47) % 180} ${x} ${y})"`))
  }
  const joints = []
  for (let x = -width; x < 2 * width; x += 150) joints.push(line(`M${width / 2 + (x - width / 2) * 0.8} ${floor}L${width / 2 + (x - width / 2) * 1.5} ${height}`, '#A9A79F', 1.4))
  for (const share of [0.25, 0.62]) joints.push(line(`M0 ${floor + (height - floor) * share}H${width}`, '#A9A79F', 1.4))
  return [
    rect(0, 0, width, floor, '#E4E1DA'),
    ...leaves,
    rect(0, floor, width, height - floor, '#C6C4BC'),
    ...joints,
    rect(0, floor, width, 3, ink, 'opacity=".2"'),
  ].join('')
}

/** Plaster, a tool board and a shelf of boards. */
export function workshop(width, height, floor) {
  const tools = []
  for (let x = 60; x < width * 0.5; x += 62) {
    const index = Math.round(x / 62)
    tools.push(
      index % 3 === 0
        ? polygon([[x, 90], [x + 70, 90], [x + 56, 112], [x, 118]], '#B4B6B4') + rect(x - 34, 84, 36, 40, colourOf('walnut'), 'rx="8"')
        : rect(x + 8, 80, 12, 42 + (index % 2) * 18, colourOf('beech'), 'rx="5"') + rect(x + 11, 122 + (index % 2) * 18, 6, 54, '#9A9C9B'),
    )
  }
  const stack = ['oak', 'walnut', 'ash', 'oak', 'beech', 'smoked-oak'].map((slug, index) =>
    board(width * 0.62 + (index % 3) * 12, 190 - index * 20, width * 0.34 - (index % 2) * 30, 18, slug, { turned: true }),
  )
  return [
    rect(0, 0, width, floor, '#CFC8BD'),
    rect(0, 0, width, floor, 'url(#light)'),
    board(34, 60, width * 0.5, 14, 'oak', { turned: true }),
    ...tools,
    rect(width * 0.6, 208, width * 0.4, 12, '#5C574D'),
    ...stack,
    rect(0, floor, width, height - floor, '#9F9A90'),
    rect(0, floor, width, 3, ink, 'opacity=".25"'),
  ].join('')
}

/** The lattice itself, laths as thick as a thumb; `size` is the side of one cell. */
export function laths(width, height, size, slug) {
  const factor = size / 24
  const thick = 2.3
  const tiles = []
  for (let y = -size / 2; y < height; y += size) for (let x = -size / 3; x < width; x += size) tiles.push([x, y])
  const layer = (stroke, wide, dx = 0, dy = 0, more = '') =>
    `<g fill="none" stroke="${stroke}" stroke-width="${wide}" stroke-linejoin="miter" ${more}>${tiles
      .map(([x, y]) => `<path d="${cell}" transform="translate(${x + dx} ${y + dy}) scale(${factor})"/>`)
      .join('')}</g>`
  return [
    rect(0, 0, width, height, '#CFC3B4'),
    rect(0, 0, width, height, 'url(#light)'),
    layer(ink, thick, size * 0.06, size * 0.07, 'opacity=".22"'),
    layer(darker(slug, 0.5), thick + 0.14),
    layer(colourOf(slug), thick),
    layer(lighter(slug, 0.16), thick * 0.62, -size * 0.004, -size * 0.004),
    layer(darker(slug, 0.12), 0.09),
    layer(darker(slug, 0.1), 0.05, size * 0.02, size * 0.012),
  ].join('')
}

/** Two boards at a corner, joined by dovetails, seen from near; drawn for a square of 800. */
export function dovetail(top = 'ash', side = 'walnut') {
  const parts = [
    rect(0, 0, 800, 800, '#BDB8AE'),
    rect(0, 0, 800, 300, '#8F8A80'),
    rect(0, 0, 800, 800, 'url(#light)'),
    polygon([[240, 800], [240, 470], [700, 330], [760, 420], [760, 800]], ink, 'opacity=".12"'),
  ]
  // The lying board comes from the left; its tails stand in the upright one.
  parts.push(polygon([[-20, 120], [190, 150], [700, 318], [236, 420], [-20, 300]], lighter(top, 0.28)))
  parts.push(polygon([[-20, 300], [236, 420], [236, 500], [-20, 372]], colourOf(top)))
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    parts.push(line(`M${-20} ${120 + 180 * share}Q${180} ${170 + 190 * share} ${700 - 464 * share} ${318 + 102 * share}`, darker(top, 0.22), 1.2, 'opacity=".6"'))
  }
  parts.push(polygon([[212, 418], [700, 318], [690, 800], [250, 800]], colourOf(side)))
  parts.push(polygon([[212, 418], [700, 318], [690, 800], [250, 800]], 'url(#grain-upright)'))
  const count = 4
  for (let index = 0; index < count; index += 1) {
    const from = 0.09 + index * 0.235
    const to = from + 0.14
    const on = (share, deep) => [236 + 464 * share + deep * 10, 420 - 102 * share + deep * 92]
    const [left, right] = [on(from, 0), on(to, 0)]
    const [lowLeft, lowRight] = [on(from - 0.032, 1), on(to + 0.032, 1)]
    parts.push(polygon([left, right, lowRight, lowLeft], lighter(top, 0.06), `stroke="${darker(side, 0.4)}" stroke-width="2"`))
    parts.push(line(`M${lowLeft[0] + 8} ${lowLeft[1] - 34}L${lowRight[0] - 8} ${lowRight[1] - 32}M${lowLeft[0] + 12} ${lowLeft[1] - 60}L${lowRight[0] - 12} ${lowRight[1] - 58}`, darker(top, 0.2), 1.2))
    const [backLeft, backRight] = [[left[0] - 90, left[1] - 34], [right[0] - 90, right[1] - 34]]
    parts.push(polygon([[right[0], right[1]], backRight, [backRight[0] + 44, backRight[1] - 9], [right[0] + 44, right[1] - 9]], darker(side, 0.12), `stroke="${darker(side, 0.4)}" stroke-width="1"`))
    if (index === 0) parts.push(polygon([left, backLeft, [backLeft[0] - 30, backLeft[1] + 6], [212, 424]], darker(side, 0.12)))
  }
  parts.push(polygon([[690, 800], [700, 318], [740, 340], [730, 800]], darker(side, 0.3)))
  return parts.join('')
}

/** A rail through a post, held by a wedge; drawn for a square of 600. */
export function tenon(post = 'walnut', rail = 'oak') {
  return [
    rect(0, 0, 600, 600, '#CBC6BC'),
    rect(0, 0, 600, 600, 'url(#light)'),
    polygon([[300, 600], [430, 90], [520, 130], [520, 600]], ink, 'opacity=".1"'),
    polygon([[-10, 236], [270, 236], [300, 216], [-10, 216]], lighter(rail, 0.3)),
    board(-10, 236, 290, 130, rail, { turned: true }),
    polygon([[410, 20], [448, -6], [448, 610], [410, 610]], darker(post, 0.3)),
    board(270, 20, 140, 600, post),
    polygon([[270, 20], [410, 20], [448, -6], [308, -6]], lighter(post, 0.2)),
    polygon([[430, 256], [540, 256], [564, 238], [452, 238]], lighter(rail, 0.3)),
    board(430, 256, 110, 90, rail, { turned: true }),
    polygon([[540, 256], [564, 238], [564, 326], [540, 346]], darker(rail, 0.25)),
    polygon([[462, 190], [496, 190], [488, 420], [470, 420]], colourOf(post), `stroke="${darker(post, 0.5)}" stroke-width="1.5"`),
  ].join('')
}

/** Two doors and their handles from near. */
export function handles(width, height, slug, metal = '#23211E') {
  const middle = width * 0.5
  const bar = (x) =>
    rect(x + 10, height * 0.16, 12, height * 0.46, ink, 'opacity=".18" rx="6"') +
    rect(x - 4, height * 0.2, 20, 12, metal) +
    rect(x - 4, height * 0.54, 20, 12, metal) +
    rect(x, height * 0.12, 13, height * 0.5, metal, 'rx="6"') +
    rect(x + 3, height * 0.13, 2.4, height * 0.48, '#FFF', 'opacity=".35"')
  return [
    board(0, 0, middle - 2, height, slug, { edge: 0 }),
    board(middle + 2, 0, width - middle, height, slug, { edge: 0 }),
    rect(middle - 2, 0, 4, height, darker(slug, 0.7)),
    rect(middle + 2, 0, 9, height, ink, 'opacity=".1"'),
    bar(middle - width * 0.11),
    bar(middle + width * 0.09),
  ].join('')
}

/** The mark, as the sign shows it. */
const mark =
  'M15.72 3.02L13.2 0.5L10.8 0.5L8.28 3.02L4.72 3.02L2.2 0.5L0.59 0.5L0.5 0.59L0.5 2.2L3.02 4.72L3.02 8.28L0.5 10.8L0.5 13.2L3.02 15.72L3.02 19.28L0.5 21.8L0.5 23.41L0.59 23.5L2.2 23.5L4.72 20.98L8.28 20.98L10.8 23.5L13.2 23.5L15.72 20.98L19.28 20.98L21.8 23.5L23.41 23.5L23.5 23.41L23.5 21.8L20.98 19.28L20.98 15.72L23.5 13.2L23.5 10.8L20.98 8.28L20.98 4.72L23.5 2.2L23.5 0.59L23.41 0.5L21.8 0.5L19.28 3.02ZM14.72 18.58L12 21.3L9.28 18.58L5.42 18.58L5.42 14.72L2.7 12L5.42 9.28L5.42 5.42L9.28 5.42L12 2.7L14.72 5.42L18.58 5.42L18.58 9.28L21.3 12L18.58 14.72L18.58 18.58Z'

/** A shop front: stone, a wide window with furniture behind it, the mark above the door. */
export function shopFront(width, height, inside) {
  const floor = height * 0.86
  return [
    rect(0, 0, width, height, '#D9D3C8'),
    ...[0.14, 0.3, 0.46, 0.62, 0.78].map((share) => line(`M0 ${height * share}H${width}`, '#C3BCAF', 1.4)),
    rect(0, height * 0.12, width, height * 0.12, ink),
`<path transform="translate(${width * 0.065} ${height * 0.145}) scale(1.7)" fill="#FFF" fill-rule="evenodd" d="${mark}"/>`,
    rect(width * 0.06, height * 0.28, width * 0.62, floor - height * 0.3, '#E9E1D3'),
    `<svg x="${width * 0.06}" y="${height * 0.28}" width="${width * 0.62}" height="${floor - height * 0.3}">${inside}</svg>`,
    polygon([[width * 0.06, height * 0.28], [width * 0.3, height * 0.28], [width * 0.16, floor - height * 0.02], [width * 0.06, floor - height * 0.02]], '#FFF', 'opacity=".16"'),
    ...[0.06, 0.265, 0.47, 0.675].map((share) => rect(width * share, height * 0.28, 7, floor - height * 0.3, '#3A362F')),
    rect(width * 0.06, height * 0.28, width * 0.622, 7, '#3A362F'),
    board(width * 0.74, height * 0.3, width * 0.18, floor - height * 0.3, 'walnut', { edge: 3 }),
    rect(width * 0.765, height * 0.34, width * 0.13, floor - height * 0.52, 'url(#doorLattice)', 'stroke="#3F2A1B" stroke-width="2"'),
    line(`M${width * 0.755} ${height * 0.62}v${height * 0.09}`, '#B8925A', 8),
    rect(0, floor, width, height - floor, '#A9A498'),
    rect(0, floor, width, 4, ink, 'opacity=".3"'),
    ...[0.2, 0.4, 0.6, 0.8].map((share) => line(`M${width * share} ${floor + 4}L${width * (0.5 + (share - 0.5) * 1.3)} ${height}`, '#8F8A7E', 1.4)),
  ].join('')
}
