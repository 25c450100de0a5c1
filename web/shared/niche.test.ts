import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leavesPiece, measuresAround, pieceMeasures } from './niche'

type Sides = [width: number, depth: number, height: number]

const measures = ([widthMm, depthMm, heightMm]: Sides) => ({ widthMm, depthMm, heightMm })

describe('a niche', () => {
  const cases = JSON.parse(readFileSync('../services/kit/testdata/niches.json', 'utf8')) as { niche: Sides; piece: Sides }[]

  it.each(cases)('of $niche mm takes a piece of $piece mm', ({ niche, piece }) => {
    expect(pieceMeasures(measures(niche), 'niche')).toEqual(measures(piece))
    expect(pieceMeasures(measures(niche), 'piece')).toEqual(measures(niche))
  })

  it('is around the piece that it takes', () => {
    const piece = measures([1500, 600, 2100])
    expect(measuresAround(piece, 'niche')).toEqual(measures([1560, 610, 2140]))
    expect(pieceMeasures(measuresAround(piece, 'niche'), 'niche')).toEqual(piece)
    expect(measuresAround(piece, 'piece')).toEqual(piece)
    expect(measuresAround(measures([10_000, 9_995, 9_960]), 'niche')).toEqual(measures([10_000, 10_000, 10_000]))
  })

  it.each([
    ['widthMm', 160],
    ['depthMm', 110],
    ['heightMm', 140],
  ] as const)('leaves a piece from %s = %i on', (side, least) => {
    expect(leavesPiece(least, side, 'niche')).toBe(true)
    expect(leavesPiece(least - 1, side, 'niche')).toBe(false)
    expect(leavesPiece(100, side, 'piece')).toBe(true)
  })
})
