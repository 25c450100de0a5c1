// Furniture seen from the front, standing on y = 0 with its left side at x = 0; one unit is half a centimetre.
import { at, board, brass, colourOf, darker, grounded, ink, lighter, line, polygon, rect, wallShadow } from './draw.mjs'
import { bowl, clothes, towels, vase } from './props.mjs'

const handle = (x, y, length, colour, turned = false) =>
  line(turned ? `M${x} ${y}h${length}` : `M${x} ${y}v${length}`, colour, 5, 'stroke-linecap="round"')

const feet = (width, colour) =>
  [14, width - 28].map((x) => polygon([[x, -18], [x + 14, -18], [x + 11, 0], [x + 3, 0]], colour)).join('')

/** Doors above drawers; `lattice` names the fill of the panels let into the doors. */
export function wardrobe({ width, height, slug, doors = 2, drawers = 2, metal = '#23211E', lattice = null }) {
  const body = height - 18
  const drawerHeight = drawers > 0 ? 96 : 0
  const doorHeight = body - drawerHeight - 12
  const doorWidth = (width - 12) / doors
  const parts = [wallShadow(width, height), grounded(width), feet(width, metal), board(0, -height, width, body, slug, { edge: 2 })]
  for (let door = 0; door < doors; door += 1) {
    const x = 6 + door * doorWidth
    parts.push(board(x, -height + 6, doorWidth, doorHeight, slug))
    if (lattice !== null) {
      parts.push(
        rect(x + 18, -height + 24, doorWidth - 36, doorHeight - 36, '#EFE9DD'),
        rect(x + 18, -height + 24, doorWidth - 36, doorHeight - 36, `url(#${lattice})`, `stroke="${darker(slug, 0.5)}" stroke-width="2"`),
      )
    }
    // Handles stand in pairs where two doors meet.
    const opensLeft = door % 2 === 0 && door < doors - 1
    parts.push(handle(opensLeft ? x + doorWidth - 9 : x + 9, -height + 6 + doorHeight * 0.42, doorHeight * 0.24, metal))
  }
  for (let drawer = 0; drawer < drawers; drawer += 1) {
    const drawerWidth = (width - 12) / drawers
    const x = 6 + drawer * drawerWidth
    parts.push(
      board(x, -18 - 6 - drawerHeight, drawerWidth, drawerHeight, slug, { turned: true }),
      handle(x + drawerWidth / 2 - 35, -18 - 6 - drawerHeight * 0.7, 70, metal, true),
    )
  }
  return parts.join('')
}

/** The same with its doors wide open: a rail on the left, shelves on the right. */
export function openWardrobe({ width, height, slug }) {
  const metal = '#23211E'
  const inside = darker(slug, 0.62)
  const top = -height
  const drawerTop = -18 - 102
  const middle = width * 0.66
  const leaf = (x, direction) =>
    polygon(
      [[x, top + 6], [x + direction * 62, top - 14], [x + direction * 62, drawerTop + 16], [x, drawerTop]],
      colourOf(slug),
      `stroke="${darker(slug, 0.55)}" stroke-width="1.5"`,
    )
  const shelves = [0.2, 0.4, 0.6, 0.8].map((share) => {
    const y = top + 12 + (drawerTop - top - 12) * share
    return rect(middle, y, width - middle - 12, 6, lighter(slug, 0.1)) + at(middle + 10, y, 0.85, towels((width - middle - 32) / 0.85))
  })
  return [
    wallShadow(width, height),
    grounded(width),
    feet(width, metal),
    board(0, top, width, height - 18, slug, { edge: 2 }),
    rect(12, top + 12, width - 24, drawerTop - top - 12, inside),
    rect(12, top + 70, middle - 18, 6, lighter(slug, 0.1)),
    rect(middle - 6, top + 12, 6, drawerTop - top - 12, lighter(slug, 0.1)),
    rect(40, top + 34, 120, 36, '#CFC7BA'),
    line(`M14 ${top + 92}H${middle - 8}`, '#8A8475', 4),
    at(26, top + 92, 1, clothes(middle - 60)),
    ...shelves,
    ...[0, 1].map((index) => {
      const drawerWidth = (width - 12) / 2
      const x = 6 + index * drawerWidth
      return board(x, drawerTop, drawerWidth, 96, slug, { turned: true }) + handle(x + drawerWidth / 2 - 35, drawerTop + 30, 70, metal, true)
    }),
    leaf(0, -1),
    leaf(width, 1),
  ].join('')
}

/** A low chest: lattice doors at both ends, drawers between. */
export function chest({ width = 420, height = 170, slug, lattice }) {
  const end = width * 0.3
  const body = height - 30
  const door = (x) =>
    board(x, -height + 6, end - 8, body - 12, slug) +
    rect(x + 12, -height + 18, end - 32, body - 36, '#EFE9DD') +
    rect(x + 12, -height + 18, end - 32, body - 36, `url(#${lattice})`)
  const drawer = (index) => {
    const drawerHeight = (body - 12) / 3
    const y = -height + 6 + index * drawerHeight
    return (
      board(end, y, width - 2 * end, drawerHeight, slug, { turned: true }) +
      handle(width / 2 - 24, y + drawerHeight / 2, 48, brass, true)
    )
  }
  return [
    wallShadow(width, height),
    grounded(width),
    ...[20, width - 32].map((x) => polygon([[x, -32], [x + 14, -32], [x + 10, 0], [x + 4, 0]], darker(slug, 0.35))),
    board(0, -height, width, body, slug, { edge: 2 }),
    door(6),
    door(width - end + 2),
    ...[0, 1, 2].map(drawer),
  ].join('')
}

const tap = () =>
  line('M0 0V-84Q0 -112 26 -112T52 -84V-70', brass, 7, 'stroke-linecap="round"') + rect(-9, -8, 18, 8, brass)

/** Base units under a worktop, tiles and one shelf above; as wide as asked for. */
export function kitchen({ width, slug, oven = true, metal = brass }) {
  const unit = 160
  const parts = []
  for (let row = 0; row < 5; row += 1) {
    for (let x = -60 + (row % 2) * 34; x < width; x += 68) {
      const left = Math.max(x, 0)
      const right = Math.min(x + 66, width)
      if (right > left) parts.push(rect(left, -380 + row * 34, right - left, 32, row % 3 === 0 ? '#F3F0EA' : '#EDE9E1'))
    }
  }
  parts.push(board(60, -448, Math.min(width - 120, 720), 16, 'oak', { turned: true }))
  for (const x of [120, Math.min(width - 200, 640)]) parts.push(rect(x, -432, 8, 22, darker('oak', 0.3)))
  parts.push(at(110, -448, 0.85, vase('white', 90)), at(170, -448, 0.6, vase('graphite', 80)), at(260, -448, 0.6, bowl('white')))
  if (width > 640) parts.push(at(width - 330, -448, 0.8, vase('terracotta', 84)))
  parts.push(rect(0, -20, width, 20, '#2A2825'), grounded(width))
  let index = 0
  for (let x = 0; x < width; x += unit, index += 1) {
    const wide = Math.min(unit, width - x)
    const top = -196
    if (oven && index === 1 && wide === unit) {
      parts.push(
        rect(x, top, wide, 176, '#B9B6B0'),
        rect(x + 8, top + 44, wide - 16, 124, '#191817'),
        line(`M${x + 24} ${top + 58}h${wide - 48}`, '#D6D3CC', 5),
        ...[0.2, 0.4, 0.6, 0.8].map((share) => `<circle cx="${x + wide * share}" cy="${top + 22}" r="7" fill="#23211E"/>`),
      )
      continue
    }
    const drawers = index % 3 === 2
    const heights = drawers ? [44, 62, 70] : [176]
    let y = top
    for (const height of heights) {
      parts.push(board(x, y, wide, height, slug, { turned: drawers }))
      if (wide > 60) {
        const inset = drawers ? 9 : 20
        parts.push(rect(x + inset, y + inset, wide - 2 * inset, height - 2 * inset, 'none', `stroke="${darker(slug, 0.32)}" stroke-width="1.4"`))
        parts.push(drawers ? handle(x + wide / 2 - 32, y + 12, 64, metal, true) : handle(index % 2 === 0 ? x + wide - 12 : x + 12, y + 26, 56, metal))
      }
      y += height
    }
  }
  parts.push(rect(-6, -210, width + 12, 15, '#F7F5F0', 'stroke="#CFC7BA"'))
  parts.push(board(Math.min(360, width * 0.42), -300, 84, 90, 'walnut'), at(Math.min(460, width * 0.56), -210, 0.8, bowl('sage')))
  parts.push(at(Math.min(340, width * 0.38) - 40, -210, 0.8, vase('white', 84)), at(width * 0.78, -210, 0.9, tap()))
  return parts.join('')
}

/** Slats on four legs; teak for the garden. */
export function gardenTable(width = 460) {
  const slug = 'beech'
  return [
    grounded(width),
    ...[30, width - 48].map((x) => board(x, -150, 18, 150, slug)),
    rect(40, -150, width - 80, 20, darker(slug, 0.25)),
    board(0, -166, width, 16, slug, { turned: true }),
    at(width * 0.3, -166, 0.9, bowl('walnut')),
    at(width * 0.6, -166, 0.7, vase('white', 96)),
  ].join('')
}

/** A garden chair from the front (back slats) or from the side. */
export function gardenChair(side = false) {
  const slug = 'beech'
  if (!side) {
    const slats = [0, 1, 2, 3].map((index) => board(12, -196 + index * 26, 96, 12, slug, { turned: true }))
    return [
      grounded(120),
      ...slats,
      ...[0, 106].map((x) => board(x, -206, 14, 206, slug)),
      board(0, -96, 120, 14, slug, { turned: true }),
      rect(14, -82, 92, 8, darker(slug, 0.3)),
    ].join('')
  }
  return [
    grounded(110),
    polygon([[0, -206], [14, -208], [26, 0], [12, 0]], colourOf(slug), `stroke="${darker(slug, 0.5)}"`),
    board(96, -92, 13, 92, slug),
    board(10, -98, 104, 13, slug, { turned: true }),
    board(14, -146, 92, 9, slug, { turned: true }),
    board(92, -146, 9, 50, slug),
    ...[0, 1, 2].map((index) => line(`M${4 + index * 2} ${-190 + index * 24}h12`, darker(slug, 0.4), 9)),
  ].join('')
}

/** A workbench with a vice, and what lies on it. */
export function workbench(width = 620) {
  return [
    grounded(width),
    ...[40, width - 70].map((x) => board(x, -150, 34, 150, 'oak')),
    board(70, -60, width - 140, 22, 'oak', { turned: true }),
    board(0, -182, width, 34, 'beech', { turned: true }),
    rect(-26, -172, 30, 60, darker('beech', 0.3)),
    line('M-12 -112V-80M-30 -96H6', '#23211E', 6),
    // A plane and its shavings, a board being worked.
    board(120, -204, 320, 22, 'walnut', { turned: true }),
    polygon([[210, -204], [330, -204], [322, -236], [300, -238], [292, -224], [240, -226], [228, -246], [212, -240]], colourOf('oak'), `stroke="${ink}" stroke-width="1.2"`),
    line('M352 -206q14 -20 26 -4t22 -6', '#E3C79C', 5),
    line('M400 -186q18 -14 24 2', '#E3C79C', 4),
  ].join('')
}
