import { describe, expect, it } from 'vitest'
import { drawingSize, drawPiece } from './piece'

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
})
