import { describe, expect, it } from 'vitest'
import vectors from '../../../../services/rules/data/vectors.json'
import { encodeDesign, type DesignCode } from '@shared/rules/code'
import type { Design } from '@shared/rules/design'
import { designPiece, standardPiece, type Piece } from './pieces'
import { formatSelection, isSamePiece, parseSelection } from './selection'
import { decodeSelection, encodeSelection } from './selection-link'

const designs = vectors.cases.map(({ design }) => design as Design)
const codes = designs.map((design) => encodeDesign(design))
const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja' as DesignCode

/** Pieces of both kinds, one after another. */
const mixed: Piece[] = codes.flatMap((design, index): Piece[] => [
  { design, quantity: 1 + (index % 99), note: index % 3 === 0 ? '.~ə%#' : '' },
  { ...standardPiece(index + 1, 2, 'oak'), note: index % 2 === 0 ? 'left' : '' },
])

describe('designs in the link of a selection', () => {
  it('reads as it was designed', () => {
    const pieces: Piece[] = [{ ...designPiece(code), note: 'left' }, standardPiece(10, 2), designPiece(code, 3)]
    expect(encodeSelection(pieces, false)).toBe(`.d${code}..1~10...2~.d${code}..3`)
    expect(encodeSelection(pieces, true)).toBe(`.d${code}..1.left~10...2~.d${code}..3`)
  })

  it('gives back pieces of both kinds, with and without notes, and is a valid fragment', () => {
    for (let start = 0; start < mixed.length; start += 20) {
      const pieces = mixed.slice(start, start + 20)
      const link = encodeSelection(pieces, true)
      expect(decodeSelection(link)).toEqual(pieces)
      expect(decodeSelection(encodeSelection(pieces, false))).toEqual(pieces.map((piece) => ({ ...piece, note: '' })))
      expect(new URL(`https://shop.example/selection#${link}`).hash).toBe(`#${link}`)
    }
  })

  it('has no separator in a code', () => {
    expect(codes.length).toBeGreaterThan(70)
    for (const design of codes) expect(design).not.toMatch(/[.~]/)
  })

  it.each([
    `1.d${code}..1`,
    `.d${code}.oak.1`,
    `.d${code}..0`,
    `.d${code}..100`,
    `.d${code}..1.a.b`,
    `.d..1`,
    '.dEBAA..1',
    `.d${code}=..1`,
    `.d${'A'.repeat(91)}..1`,
    `.D${code}..1`,
    `.${code}..1`,
  ])('is broken as %.40j', (fragment) => {
    expect(decodeSelection(fragment)).toBeNull()
    expect(decodeSelection(`1...1~${fragment}`)).toBeNull()
  })
})

describe('designs in the stored selection', () => {
  const stored = (items: unknown[]) => JSON.stringify({ v: 1, items })
  const item = { id: 'a1', g: code, q: 2, t: 7 }

  it('are their code, number and note', () => {
    const pieces = [
      { ...designPiece(code, 2), id: 'a1', addedAt: 7 },
      { ...designPiece(code), note: 'left', id: 'b2', addedAt: 8 },
    ]
    const text = formatSelection({ pieces, sent: null })
    expect(JSON.parse(text)).toEqual({ v: 1, items: [item, { id: 'b2', g: code, q: 1, n: 'left', t: 8 }] })
    expect(parseSelection(text)).toEqual({ pieces, sent: null })
  })

  it.each([
    { ...item, g: 7 },
    { ...item, g: null },
    { ...item, g: 'EBAA' },
    { ...item, g: `${code}.` },
    { ...item, q: 0 },
    { ...item, n: 7 },
    { ...item, t: '7' },
  ])('drop %.80j, and keep the others', (broken) => {
    expect(parseSelection(stored([broken, { ...item, id: 'c3' }])).pieces).toEqual([{ ...designPiece(code, 2), id: 'c3', addedAt: 7 }])
  })

  it('are never a product too', () => {
    const [piece] = parseSelection(stored([{ ...item, p: 1, m: 'standard' }])).pieces
    expect(piece).toEqual({ ...designPiece(code, 2), id: 'a1', addedAt: 7 })
  })
})

it('tells designs apart by their code and note, and from products', () => {
  const other = codes.find((design) => design !== code)
  if (other === undefined) throw new Error('no other design')
  expect(isSamePiece(designPiece(code), designPiece(code, 5))).toBe(true)
  expect(isSamePiece(designPiece(code), designPiece(other))).toBe(false)
  expect(isSamePiece(designPiece(code), { ...designPiece(code), note: 'left' })).toBe(false)
  expect(isSamePiece(designPiece(code), standardPiece(1, 1))).toBe(false)
  expect(isSamePiece(standardPiece(1, 1), designPiece(code))).toBe(false)
})
