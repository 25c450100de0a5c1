import { describe, expect, it } from 'vitest'
import { maxNote, type Measuring, type Piece } from './pieces'
import { decodeSelection, encodeSelection } from './selection-link'

/** A generator of the same numbers each time (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const letters = ['a', 'Ə', 'я', ' ', '.', '~', '%', '#', '+', '\n', '&', '=', '😀', '"', '2']

function anyPiece(random: (below: number) => number): Piece {
  const measuring = (['standard', 'own', 'visit'] satisfies Measuring[])[random(3)] ?? 'standard'
  const side = () => 200 + random(9801)
  const measures = measuring === 'own' ? { widthMm: side(), depthMm: side(), heightMm: side() } : null
  return {
    productId: 1 + random(1_000_000),
    quantity: 1 + random(99),
    color: random(2) === 0 ? null : (['oak', 'smoked-oak', 'white'][random(3)] ?? null),
    measuring,
    measures,
    measuresOf: measures !== null && random(2) === 0 ? 'niche' : 'piece',
    note: Array.from({ length: random(12) }, () => letters[random(letters.length)]).join(''),
  }
}

const unmeasured = { productId: 1, quantity: 1, color: null, measures: null, measuresOf: 'piece' } as const

describe('the link of a selection', () => {
  it('reads as it was designed', () => {
    const own = { widthMm: 1800, depthMm: 600, heightMm: 2500 }
    const pieces: Piece[] = [
      { productId: 1, quantity: 1, color: 'smoked-oak', measuring: 'own', measures: own, measuresOf: 'piece', note: 'left' },
      { productId: 10, quantity: 2, color: null, measuring: 'standard', measures: null, measuresOf: 'piece', note: '' },
      { productId: 1, quantity: 1, color: null, measuring: 'own', measures: own, measuresOf: 'niche', note: '' },
    ]
    expect(encodeSelection(pieces, false)).toBe('1.w1800d600h2500.smoked-oak.1~10...2~1.n1800d600h2500..1')
    expect(encodeSelection(pieces, true)).toBe('1.w1800d600h2500.smoked-oak.1.left~10...2~1.n1800d600h2500..1')
  })

  it('gives back any pieces, with and without notes, and is a valid fragment', () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const random = generator(seed)
      const pieces = Array.from({ length: 1 + random(20) }, () => anyPiece(random))
      const link = encodeSelection(pieces, true)
      expect(decodeSelection(link)).toEqual(pieces)
      expect(decodeSelection(encodeSelection(pieces, false))).toEqual(pieces.map((piece) => ({ ...piece, note: '' })))
      // The browser keeps the fragment as it is.
      expect(new URL(`https://shop.example/selection#${link}`).hash).toBe(`#${link}`)
    }
  })

  it('keeps a size that the note describes only with its note', () => {
    const piece: Piece = { ...unmeasured, measuring: 'own', note: '2 m wide' }
    expect(decodeSelection(encodeSelection([piece], true))).toEqual([piece])
    expect(decodeSelection(encodeSelection([piece], false))).toEqual([{ ...piece, measuring: 'standard', note: '' }])
  })

  it('survives half an emoji', () => {
    const piece: Piece = { ...unmeasured, measuring: 'standard', note: 'a\ud83d' }
    expect(decodeSelection(encodeSelection([piece], true))).toEqual([{ ...piece, note: 'a' }])
  })

  it.each([
    '',
    '1',
    '1..',
    '0...1',
    '-1...1',
    '01...1',
    '1e3...1',
    '99999999999...1',
    '1...0',
    '1...100',
    '1...1.5.6',
    '1.w1800d600.oak.1',
    '1.w99d600h2500.oak.1',
    '1.w10001d600h2500.oak.1',
    '1.n159d600h2500.oak.1',
    '1.n1800d109h2500.oak.1',
    '1.n1800d600h139.oak.1',
    '1.x1800d600h2500.oak.1',
    '1.x..1',
    '1.o..1',
    '1..OAK.1',
    '1..<script>.1',
    '1..__proto__.1',
    '1...1.%',
    '1...1.%E0%A4%A',
    `1...1.${'x'.repeat(maxNote + 1)}`,
    '1...1~',
    '~1...1',
    '1...1~~2...1',
    Array.from({ length: 21 }, () => '1...1').join('~'),
    'x'.repeat(200_000),
  ])('is broken as %.40j', (fragment) => {
    expect(decodeSelection(fragment)).toBeNull()
  })

  it('never throws, whatever is cut or changed', () => {
    const whole = encodeSelection([anyPiece(generator(7)), { ...anyPiece(generator(8)), note: 'ə.~%' }], true)
    for (let at = 0; at < whole.length; at += 1) {
      expect(() => decodeSelection(whole.slice(0, at))).not.toThrow()
      for (const other of letters) expect(() => decodeSelection(whole.slice(0, at) + other + whole.slice(at + 1))).not.toThrow()
    }
  })
})
