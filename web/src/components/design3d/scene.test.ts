import { describe, expect, it } from 'vitest'
import { decodeDesign } from '@shared/rules/code'
import { evaluate, type Built } from '@shared/rules/evaluate'
import vectors from '../../../../services/rules/data/vectors.json'
import { rowLength, sceneOf, surface } from './scene'

const built = vectors.cases.flatMap(({ name, code }): [name: string, piece: Built][] => {
  const design = decodeDesign(code)
  const all = design === null ? null : evaluate(design)
  return all?.layout == null ? [] : [[name, all]]
})

function pieceOf(name: string): Built {
  const found = built.find(([other]) => other.startsWith(name))
  if (found === undefined) throw new Error(`no design named ${name}`)
  return found[1]
}

/** The boxes of the furniture: corner and surface, size and columns, colour and rows, hinge and slide. */
function boxesOf(piece: Built): number[][] {
  const { rows, pieces } = sceneOf(piece)
  return Array.from({ length: pieces }, (_, index) => rows.slice(index * rowLength, (index + 1) * rowLength))
}

/** The least and the largest place of boxes along an axis. */
function reach(boxes: readonly number[][], axis: number): [number, number] {
  const least = boxes.map((box) => box[axis] ?? NaN)
  return [Math.min(...least), Math.max(...boxes.map((box, index) => (least[index] ?? NaN) + (box[axis + 4] ?? NaN)))]
}

describe('the scene of a piece', () => {
  it.each(built)('has each part once, at its place: %s', (_, piece) => {
    const { design, parts, marks, doors, layout } = piece
    const boxes = boxesOf(piece)
    const count = parts.reduce((sum, part) => sum + part.count, 0)
    const mirrors = boxes.filter((box) => box[3] === surface.mirror).length
    const slides = design.slides
    const grooves = design.handle === 'groove' ? doors.length : 0
    expect(boxes).toHaveLength(count + marks.length + mirrors + slides + grooves)
    const styles = design.bays.map(({ style }) => style)
    const slideStyles = Array.from({ length: slides }, (_, index) => styles[index] ?? styles.at(-1))
    expect(mirrors).toBe([...doors.map(({ style }) => style), ...slideStyles].filter((style) => style === 'mirror').length)
    const placed = new Set(boxes.map((box) => [...box.slice(0, 3), ...box.slice(4, 7)].join(' ')))
    for (const { box } of [...parts.flatMap((part) => part.boxes), ...marks]) expect(placed).toContain(box.join(' '))

    expect(reach(boxes, 0)).toEqual([0, design.widthMm])
    expect(reach(boxes, 1)[1]).toBe(design.heightMm)
    expect(reach(boxes, 1)[0]).toBeGreaterThanOrEqual(0)
    const [back, front] = reach(boxes, 2)
    expect(back).toBeGreaterThanOrEqual(layout.z0)
    // Grips stand before the fronts.
    expect(front - layout.z0 - layout.depth).toBeGreaterThanOrEqual(0)
    expect(front - layout.z0 - layout.depth).toBeLessThanOrEqual(28)
  })

  it('turns each hinged door with all that is on it, and nothing else', () => {
    const piece = pieceOf('niche with lattice doors')
    const boxes = boxesOf(piece)
    for (const { x, widthMm, hinged } of piece.doors) {
      const hinge = hinged === 'left' ? x : x + widthMm
      const turned = boxes.filter((box) => box[12] === hinge && box[14] !== 0)
      expect(turned.length).toBeGreaterThanOrEqual(2)
      expect(reach(turned, 0)[0]).toBeGreaterThanOrEqual(x)
      expect(reach(turned, 0)[1]).toBeLessThanOrEqual(x + widthMm)
      expect(turned.every((box) => Math.sign(box[14] ?? 0) === (hinged === 'left' ? 1 : -1))).toBe(true)
    }
    const lattice = ['stile', 'frame-rail', 'lattice', 'lattice-back']
    const doorParts = piece.parts.filter(({ key }) => key === 'door' || lattice.includes(key)).reduce((sum, { count }) => sum + count, 0)
    expect(boxes.filter((box) => box[14] !== 0)).toHaveLength(doorParts + piece.doors.length)
  })

  it('slides the first sliding door before the second one', () => {
    const piece = pieceOf('four sliding doors')
    const moved = boxesOf(piece).filter((box) => box[15] !== 0)
    const [first, second] = piece.parts.find(({ key }) => key === 'slide-door')?.boxes ?? []
    expect(moved).toHaveLength(2)
    expect(moved.map((box) => box[15])).toEqual([0, 0].map(() => (second?.box[0] ?? NaN) - (first?.box[0] ?? NaN)))
  })

  it('draws the lattice with the cells that are made', () => {
    const piece = pieceOf('niche with lattice doors')
    const lattices = boxesOf(piece).filter((box) => box[3] === surface.lattice)
    const cells = lattices.reduce((sum, box) => sum + (box[7] ?? NaN) * (box[11] ?? NaN), 0)
    expect(cells).toBe(piece.fittings.cell)
  })

  it('lays the grain of wood along the length, and none on paint', () => {
    const grains = new Map(
      boxesOf(pieceOf('niche with lattice doors')).map((box) => [[...box.slice(0, 3), ...box.slice(4, 7)].join(' '), box[3]]),
    )
    const { parts } = pieceOf('niche with lattice doors')
    const grainOf = (key: string) => {
      const box = parts.find((part) => part.key === key)?.boxes[0]?.box
      return grains.get(box?.join(' ') ?? '')
    }
    expect([grainOf('drawer-front'), grainOf('door'), grainOf('side')]).toEqual([surface.grain, surface.grain + 1, surface.plain])
  })

  it('puts the things inside, the same ones each time', () => {
    const piece = pieceOf('niche with lattice doors')
    const { rows, things, from, to } = sceneOf(piece)
    expect(things).toBeGreaterThan(10)
    for (let at = rows.length - things * rowLength; at < rows.length; at += rowLength) {
      for (const axis of [0, 1, 2]) {
        const least = rows[at + axis] ?? NaN
        expect(least).toBeGreaterThan(from[axis] ?? NaN)
        expect(least + (rows[at + 4 + axis] ?? NaN)).toBeLessThan(to[axis] ?? NaN)
      }
    }
    expect(sceneOf(piece)).toEqual(sceneOf(piece))
  })
})
