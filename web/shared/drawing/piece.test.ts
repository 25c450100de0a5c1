import { describe, expect, it } from 'vitest'
import { drawFront, drawingSize, drawPiece } from './piece'

const piece = (widthMm: number, depthMm: number, heightMm: number) => ({ widthMm, depthMm, heightMm })

describe('drawPiece', () => {
  it.each([
    [1500, 600, 2100],
    [100, 10_000, 100],
    [10_000, 100, 100],
    [100, 100, 10_000],
    [180, 180, 22],
  ])('fits %i × %i × %i mm into the square with its numbers', (width, depth, height) => {
    const { face, numbers } = drawPiece(piece(width, depth, height))
    expect(face.x).toBeGreaterThan(60)
    expect(face.y).toBeGreaterThan(0)
    expect(face.x + face.width).toBeLessThan(drawingSize - 40)
    expect(face.y + face.height).toBeLessThan(drawingSize - 60)
    for (const { x, y } of Object.values(numbers)) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(drawingSize)
      expect(y).toBeLessThan(drawingSize)
    }
  })

  it('keeps the ratio of width and height, and of both sizes', () => {
    const { face } = drawPiece(piece(1000, 500, 2000))
    expect(face.height / face.width).toBeCloseTo(2)
    const smaller = drawPiece(piece(1000, 500, 2000), { standard: piece(2000, 500, 4000) })
    expect(smaller.face.height).toBeLessThan(face.height)
  })

  it('draws the standard piece only where its size differs', () => {
    expect(drawPiece(piece(1800, 600, 2620), { standard: piece(1500, 600, 2100) }).standard).not.toBe('')
    expect(drawPiece(piece(1500, 600, 2100), { standard: piece(1500, 600, 2100) }).standard).toBe('')
    expect(drawPiece(piece(1500, 600, 2100)).standard).toBe('')
  })

  it.each([false, true])('draws the niche around its piece with gaps that can be seen, bare: %s', (bare) => {
    for (const niche of [piece(2430, 610, 2620), piece(10_000, 700, 2600), piece(160, 110, 140), piece(300, 5000, 9000)]) {
      const { widthMm, depthMm, heightMm } = niche
      const { face, gap, gaps, standard, numbers } = drawPiece(piece(widthMm - 60, depthMm - 10, heightMm - 40), {
        niche,
        standard: piece(1500, 600, 2100),
        bare,
      })
      const [left = 0, bottom = 0, height = 0, width = 0] = /^M([\d.]+) ([\d.]+)v-([\d.]+)h([\d.]+)v/.exec(gap)?.slice(1).map(Number) ?? []
      expect(face.x - left).toBeGreaterThan(13.8)
      expect(left + width - face.x - face.width).toBeCloseTo(face.x - left, 0)
      expect(face.y - (bottom - height)).toBeGreaterThan(13.8)
      expect(face.y + face.height).toBeCloseTo(bottom, 0)
      expect(standard).toBe('')
      // Small drawings have no numbers.
      for (const { x, y } of bare ? [] : [...Object.values(numbers), ...gaps]) {
        expect(x).toBeGreaterThan(0)
        expect(x).toBeLessThan(drawingSize)
        expect(y).toBeLessThan(drawingSize)
      }
    }
  })

  it('draws no niche around other pieces', () => {
    expect(drawPiece(piece(1500, 600, 2100))).toMatchObject({ niche: '', gap: '', gaps: [] })
  })

  it('draws the space of a niche at the wall for a kitchen', () => {
    const niche = piece(3060, 610, 2240)
    const at = (front: Parameters<typeof drawFront>[0]) =>
      Number(/^M([\d.]+)/.exec(drawPiece(piece(3000, 600, 2200), { niche, front }).gap)?.[1])
    expect(at({ kind: 'kitchen', doors: 5 })).toBeGreaterThan(at({ doors: 5 }) + 20)
  })

  it('keeps the number of doors and drawers at any width', () => {
    const front = { doors: 3, drawers: 2, legs: true }
    const [narrow, wide] = [900, 4000].map((width) => drawPiece(piece(width, 600, 2100), { front }))
    // Two lines between doors, three handles; the line above the drawers, one between, two handles.
    for (const drawing of [narrow, wide]) expect(drawing?.details.split('M')).toHaveLength(10)
    expect(narrow?.legs).toHaveLength(2)
  })

  it('draws drawers one above another, over the whole front without doors', () => {
    const { details, face } = drawPiece(piece(900, 450, 1000), { front: { doors: 0, drawers: 4, drawerRows: 4 } })
    // A line and a handle for each.
    expect(details.split('M')).toHaveLength(9)
    expect(details.startsWith(`M${String(face.x)} ${String(face.y)}h`)).toBe(true)
  })

  it('is a plain box where nothing is known of the front', () => {
    const { details, legs } = drawPiece(piece(1500, 600, 2100), { front: null })
    expect(details).toBe('')
    expect(legs).toEqual([])
  })

  it('draws a kitchen as units under a worktop and under the ceiling, and a low one without wall units', () => {
    const front = { kind: 'kitchen', doors: 5 } as const
    const kitchen = drawPiece(piece(3000, 600, 2200), { front })
    // Worktop and plinth, four lines between the units, five handles.
    expect(kitchen.details.split('M')).toHaveLength(1 + 2 + 4 + 5)
    // The wall units with side and top, and four lines between them.
    expect(kitchen.behind.split('M')).toHaveLength(1 + 3 + 4)
    expect(kitchen.face.height / drawPiece(piece(3000, 600, 2200)).face.height).toBeCloseTo(900 / 2200)
    expect(drawPiece(piece(1600, 900, 900), { front }).behind).toBe('')
    // A corner kitchen stands at the wall, over the floor that its second side takes.
    const corner = drawPiece(piece(3000, 2100, 2200), { front })
    expect(corner.behind.split('M')).toHaveLength(1 + 1 + 3 + 4)
    expect(corner.face.x).toBeGreaterThan(drawPiece(piece(3000, 2100, 2200)).face.x)
  })
})

describe('furniture on legs', () => {
  it('draws a table as a thin top on two near legs, with two far ones behind', () => {
    const table = drawPiece(piece(1800, 920, 750), { front: { kind: 'table', legs: true } })
    const box = drawPiece(piece(1800, 920, 750))
    expect(table.legs).toHaveLength(2)
    expect(table.face.height).toBeLessThan(box.face.height / 10)
    expect(table.face.width).toBe(box.face.width)
    expect(table.behind.split('M')).toHaveLength(1 + 2)
    for (const { y, height } of table.legs) expect(y + height).toBeCloseTo(box.face.y + box.face.height, 0)
  })

  it('draws a bench with its seat at half of its height and the boards of its back behind', () => {
    const bench = drawPiece(piece(1800, 600, 890), { front: { kind: 'bench' } })
    const box = drawPiece(piece(1800, 600, 890))
    expect((bench.face.y - box.face.y) / box.face.height).toBeCloseTo((890 - 450) / 890, 1)
    expect(bench.behind.split('M')).toHaveLength(1 + 2 + 3)
  })
})

describe('drawFront', () => {
  const face = { x: 250, y: -210, width: 150, height: 202 }
  const count = (kind: 'doors' | 'sliding' | 'open' | 'kitchen' | 'table' | 'bench', doors: number) =>
    drawFront({ kind, doors }, 2100, face).split('M').length - 1

  it('tells sliding doors from hinged ones, and an open piece from a closed one', () => {
    // Two lines and three handles.
    expect(count('doors', 3)).toBe(5)
    // Two tracks, two double edges, three grips.
    expect(count('sliding', 3)).toBe(9)
    expect(count('open', 0)).toBe(1)
    expect(count('kitchen', 3)).toBe(2 + 2 + 4 + 3)
    // A top and two legs, and the three boards of a back.
    expect(count('table', 0)).toBe(1 + 2)
    expect(count('bench', 0)).toBe(1 + 2 + 3)
  })

  it('draws doors over drawers within the face', () => {
    const path = drawFront({ kind: 'doors', doors: 3, drawers: 4, drawerRows: 2, legs: true }, 2100, face)
    const points = [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
    expect(points.length).toBe(2 + 3 + 2 + 2 + 4)
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(250)
      expect(x).toBeLessThanOrEqual(400)
      expect(y).toBeLessThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(-210)
    }
  })
})
