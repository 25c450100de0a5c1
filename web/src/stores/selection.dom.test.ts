import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Piece } from '@/lib/quote/pieces'
import { parseSelection } from '@/lib/quote/selection'
import {
  clearSelection,
  duplicateSelected,
  markSelectionSent,
  moveToSelection,
  removeSelected,
  replaceSelected,
  selectPiece,
  setSelectedQuantity,
  useSelection,
} from './selection'
import { useSelectionCount } from './selection-count'

const piece: Piece = { productId: 1, quantity: 1, color: 'oak', measuring: 'standard', measures: null, measuresOf: 'piece', note: '' }
const own: Piece = { ...piece, measuring: 'own', measures: { widthMm: 1800, depthMm: 600, heightMm: 2500 }, note: 'left' }

const pieces = () => useSelection.getState().pieces
const kept = () => parseSelection(localStorage.getItem('selection'))

beforeEach(() => {
  localStorage.clear()
  useSelection.setState({ pieces: [], sent: null, isKept: true })
})

afterEach(() => vi.restoreAllMocks())

describe('the selection', () => {
  it('is stored as designed, without names and prices', () => {
    selectPiece(own)
    const stored = JSON.parse(localStorage.getItem('selection') ?? '') as { items: object[] }
    expect(stored).toEqual({
      v: 1,
      items: [
        {
          id: expect.any(String) as string,
          p: 1,
          w: 1800,
          d: 600,
          h: 2500,
          c: 'oak',
          q: 1,
          m: 'own',
          n: 'left',
          t: expect.any(Number) as number,
        },
      ],
    })
    expect(kept().pieces).toEqual(pieces())
  })

  it('keeps what the measures are of, which tells pieces apart', () => {
    const niche: Piece = { ...own, measuresOf: 'niche' }
    selectPiece(own)
    selectPiece(niche)
    selectPiece(niche)
    expect(kept().pieces).toMatchObject([own, { ...niche, quantity: 2 }])
    const stored = JSON.parse(localStorage.getItem('selection') ?? '') as { items: { o?: unknown; w: number }[] }
    expect(stored.items.map(({ o }) => o)).toEqual([undefined, 'niche'])
    // Another object, and a niche that leaves no piece, are dropped.
    for (const changed of [{ o: 'wall' }, { w: 159 }]) {
      const items = stored.items.map((item) => ({ ...item, ...changed }))
      const expected = 'w' in changed ? [{ measuresOf: 'piece' }] : []
      expect(parseSelection(JSON.stringify({ v: 1, items })).pieces).toMatchObject(expected)
    }
  })

  it('adds the quantity of the same piece, and a line for any other', () => {
    selectPiece(piece)
    selectPiece({ ...piece, quantity: 3 })
    selectPiece(own)
    selectPiece({ ...piece, color: 'white' })
    selectPiece({ ...own, note: '' })
    expect(pieces().map(({ quantity }) => quantity)).toEqual([4, 1, 1, 1])
    selectPiece({ ...piece, quantity: 99 })
    expect(pieces()[0]?.quantity).toBe(99)
  })

  it('holds 20 pieces', () => {
    for (let id = 1; id <= 20; id += 1) expect(selectPiece({ ...piece, productId: id })).toBe(true)
    expect(selectPiece({ ...piece, productId: 21 })).toBe(false)
    expect(selectPiece(piece)).toBe(true)
    expect(duplicateSelected(pieces()[0]?.id ?? '')).toBe(false)
    expect(pieces()).toHaveLength(20)
  })

  it('takes a moved piece out again', () => {
    selectPiece(piece)
    markSelectionSent(pieces(), 'SQ-1')
    const takeOut = moveToSelection({ ...piece, quantity: 3 })
    expect(pieces().map(({ quantity }) => quantity)).toEqual([4])
    expect(useSelection.getState().sent).toBeNull()
    takeOut?.()
    expect(pieces().map(({ quantity }) => quantity)).toEqual([1])
    expect(kept()).toMatchObject({ sent: 'SQ-1', pieces: [{ quantity: 1 }] })
  })

  it('takes out the quantity of a moved piece, or the piece, after other changes', () => {
    const takeOut = moveToSelection({ ...piece, quantity: 3 })
    selectPiece({ ...piece, quantity: 2 })
    selectPiece(own)
    takeOut?.()
    expect(pieces().map(({ quantity }) => quantity)).toEqual([2, 1])
    takeOut?.()
    expect(pieces()).toMatchObject([own])
  })

  it('loses nothing of a moved piece', () => {
    selectPiece({ ...piece, quantity: 98 })
    moveToSelection({ ...piece, quantity: 2 })
    moveToSelection({ ...piece, quantity: 1 })
    expect(pieces().map(({ quantity }) => quantity)).toEqual([99, 2])
    for (let id = 2; id <= 19; id += 1) selectPiece({ ...piece, productId: id })
    expect(moveToSelection({ ...piece, quantity: 99 })).toBeNull()
    expect(moveToSelection({ ...piece, quantity: 97 })).not.toBeNull()
  })

  it('changes, copies and removes a piece in its place, and puts it back', () => {
    for (const productId of [1, 2, 3]) selectPiece({ ...piece, productId })
    const [, second] = pieces()
    const id = second?.id ?? ''
    setSelectedQuantity(id, 5)
    replaceSelected(id, { ...own, productId: 2 })
    duplicateSelected(id)
    expect(pieces().map(({ productId }) => productId)).toEqual([1, 2, 2, 3])
    expect(pieces()[1]).toMatchObject({ ...own, productId: 2, id })
    expect(pieces()[2]?.id).not.toBe(id)
    const undo = removeSelected(id)
    expect(pieces()).toHaveLength(3)
    undo()
    expect(pieces()[1]?.id).toBe(id)
    clearSelection()
    expect(kept().pieces).toEqual([])
  })

  it('keeps the number of its request until it changes', () => {
    selectPiece(piece)
    markSelectionSent(pieces(), 'SQ-7Q2M04XK')
    expect(kept().sent).toBe('SQ-7Q2M04XK')
    selectPiece(own)
    expect(kept().sent).toBeNull()
    const sentPieces = pieces()
    setSelectedQuantity(sentPieces[0]?.id ?? '', 2)
    markSelectionSent(sentPieces, 'SQ-1')
    expect(useSelection.getState().sent).toBeNull()
  })

  it('stays in memory where the browser stores nothing, and says so', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError')
    })
    selectPiece(piece)
    expect(pieces()).toHaveLength(1)
    expect(useSelection.getState().isKept).toBe(false)
  })

  it('follows another tab', () => {
    localStorage.setItem('selection', '{"v":1,"items":[{"id":"a1","p":7,"q":2,"m":"standard","t":1}]}')
    window.dispatchEvent(new StorageEvent('storage', { key: 'selection', storageArea: localStorage }))
    expect(pieces().map(({ productId }) => productId)).toEqual([7])
    expect(useSelectionCount.getState().count).toBe(1)
  })
})

describe('parseSelection', () => {
  it.each([null, '', 'null', '7', '[]', '{"v":2,"items":[]}', '{"v":1}', '{"v":1,"items":{}}', '{"items":[]}'])(
    'is empty for %j',
    (text) => {
      expect(parseSelection(text)).toEqual({ pieces: [], sent: null })
    },
  )

  const good = { id: 'a1', p: 1, q: 1, m: 'standard', t: 1 }

  it.each([
    null,
    { ...good, p: 0 },
    { ...good, p: '1' },
    { ...good, q: 100 },
    { ...good, q: 1.5 },
    { ...good, m: 'by eye' },
    { ...good, m: 'own' },
    { ...good, m: 'own', w: 50, d: 600, h: 2000 },
    { ...good, c: 'Oak!' },
    { ...good, n: 'x'.repeat(1001) },
    { ...good, id: 7 },
  ])('drops %.60j, and keeps the others', (item) => {
    const text = JSON.stringify({ v: 1, items: [item, { ...good, id: 'b2' }] })
    expect(parseSelection(text).pieces.map(({ id }) => id)).toEqual(['b2'])
  })

  it('takes 20 pieces at most, each id once', () => {
    const items = Array.from({ length: 30 }, (_, index) => ({ ...good, id: String(index) }))
    expect(parseSelection(JSON.stringify({ v: 1, items })).pieces).toHaveLength(20)
    expect(parseSelection(JSON.stringify({ v: 1, items: [good, good] })).pieces).toHaveLength(1)
  })
})
