import { paletteColours } from '@shared/palette/palette'
import { slideBay, stackOf } from '@shared/rules/bay'
import type { Box, Cells } from '@shared/rules/derivation'
import type { Built } from '@shared/rules/evaluate'
import { isWood } from '@shared/rules/tables'
import { grooveOf, isOnDoor, slideGripOf } from '@/components/design/grips'

/** A box as the shaders read it: corner and surface, size and columns, colour and rows, hinge and slide. */
export const rowLength = 16

/** Looks of a box; with grain, the axis is added. */
export const surface = { plain: 0, grain: 1, lattice: 4, mirror: 5, wall: 6, floor: 7 } as const

export interface Scene {
  /** All boxes, `rowLength` numbers each, in millimetres; the furniture, the room, then the things. */
  rows: number[]
  /** Boxes of the furniture, and of what stands in it when it is open. */
  pieces: number
  things: number
  /** Corners of the furniture. */
  from: number[]
  to: number[]
}

/** Hinge (x, z, angle when open) and way to the side when open. */
type Motion = readonly [number, number, number, number]
const still: Motion = [0, 0, 0, 0]

const dark = '#2b2721'
const backing = '#ccc3b5'
const glass = '#c6c8c4'
const rail = '#8d9092'
const plaster = '#d5d0c8'
const planks = '#ccaf8d'
const cloths = ['#d9d3c7', '#8b9084', '#b87a60', '#63666b', '#c9beab', '#5c6f60', '#a58b6f']

/** Angles of open doors: at the outer sides of the piece, and before other doors. */
const wide = 1.75
const square = 1.48

/** Distance of a mirror to the edges of its door, and its thickness. */
const mirrorSet = 4
const mirrorThick = 3
/** Width of a milled grip. */
const gripWide = 12
/** Distance of the room's walls from the piece. */
const far = 9000

const channelsOf = (hex: string) => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16) / 255)
const swatchOf = (slug: string): string => paletteColours([slug])[0]?.swatch ?? plaster

/** The boxes of a piece in its room, from the parts that its drawing and its cut list have. */
export function sceneOf({ design, layout, parts, marks, doors }: Built): Scene {
  const { x0, z0, width, height, depth, board, innerDepth } = layout
  const frontZ = z0 + layout.carcassDepth
  const rows: number[] = []
  const add = (
    [x, y, z, dx, dy, dz]: Box,
    colour: string,
    motion = still,
    kind: number = surface.plain,
    [columns, cells]: Cells = [0, 0],
  ): number => rows.push(x, y, z, kind, dx, dy, dz, columns, ...channelsOf(colour), cells, ...motion)

  const motionOf = (box: Box): Motion => {
    const door = box[2] < frontZ ? undefined : doors.find((each) => isOnDoor(box, each))
    if (door === undefined) return still
    const isLeft = door.hinged === 'left'
    const angle = door.bay === (isLeft ? 0 : layout.bays.length - 1) ? wide : square
    return isLeft ? [door.x, frontZ, angle, 0] : [door.x + door.widthMm, frontZ, -angle, 0]
  }
  for (const { key, finish, lengthMm, cells, boxes } of parts) {
    const colour = key === 'lattice-back' ? backing : swatchOf(finish)
    for (const { box, place } of boxes) {
      const [x, y, z, dx, dy, dz] = box
      const isSlide = key === 'slide-door'
      const index = Number(place.slice(1))
      // The first sliding door moves before the second one.
      const motion: Motion = isSlide && index === 0 ? [0, 0, 0, (boxes[1]?.box[0] ?? x) - x] : motionOf(box)
      // The grain runs along the length.
      const grain = isWood(finish) ? surface.grain + Math.max(0, [dx, dy, dz].indexOf(lengthMm)) : surface.plain
      add(box, colour, motion, cells === null ? grain : surface.lattice, cells ?? undefined)
      const isDoor = isSlide || key === 'door' || key === 'upper-door'
      if (isDoor && design.bays[isSlide ? slideBay(design, index) : index]?.style === 'mirror') {
        const glassBox: Box = [x + mirrorSet, y + mirrorSet, z + dz, dx - 2 * mirrorSet, dy - 2 * mirrorSet, mirrorThick]
        add(glassBox, glass, motion, surface.mirror)
      }
      if (isSlide) {
        const { at, from, length } = slideGripOf(box, index)
        add([at - gripWide / 2, from, z + dz, gripWide, length, mirrorThick + 1], dark, motion)
      }
    }
  }
  for (const { kind, box } of marks) add(box, kind === 'rail' ? rail : swatchOf(design.metal), motionOf(box))
  if (design.handle === 'groove') {
    for (const door of doors) {
      const { at, from, length } = grooveOf(door)
      const box: Box = [at - gripWide / 2, from, z0 + depth, gripWide, length, mirrorThick + 1]
      add(box, dark, motionOf(box))
    }
  }
  const pieces = rows.length / rowLength

  const { niche, widthMm, heightMm, depthMm } = design
  const addWall = (...box: Box) => add(box, plaster, still, surface.wall)
  add([-far, -20, -far, 2 * far + widthMm, 20, 3 * far], planks, still, surface.floor)
  addWall(-far, 0, -20, 2 * far + widthMm, far, 20)
  if (niche) {
    addWall(-far, heightMm, 0, 2 * far + widthMm, far, depthMm)
    addWall(-far, 0, 0, far, far, depthMm)
    addWall(widthMm, 0, 0, far, far, depthMm)
  }

  const before = rows.length
  let seed = 7
  /** A share that is the same each time. */
  const share = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const addCloth = (...box: Box) => add(box, cloths[Math.floor(share() * cloths.length)] ?? plaster)
  for (const { index, x, width: wideMm } of layout.bays) {
    const bay = design.bays[index]
    if (bay === undefined) continue
    const { rails, hanging, shelves, floor, clear, isColumn } = stackOf(layout, bay)
    const z = z0 + innerDepth * 0.2
    for (const y of rails) {
      for (let at = x + 60; at < x + wideMm - 90; at += 58) {
        const long = (hanging ?? 0) * (0.5 + 0.35 * share())
        addCloth(at, y - 20 - long, z, 30, long, innerDepth * 0.7)
      }
    }
    // The floor of a bay with a rail is left free.
    for (const y of [...(rails.length > 0 || isColumn ? [] : [floor]), ...shelves.map((under) => under + board)]) {
      addCloth(x + wideMm * 0.15, y, z, wideMm * (0.4 + 0.3 * share()), clear * (0.25 + 0.4 * share()), innerDepth * 0.6)
    }
  }
  return { rows, pieces, things: (rows.length - before) / rowLength, from: [x0, 0, z0], to: [x0 + width, height, z0 + depth] }
}
