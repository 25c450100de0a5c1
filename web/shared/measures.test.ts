import { describe, expect, it } from 'vitest'
import { formatCentimetres, formatMeasures, isPossible, parseCentimetres } from './measures'

describe('parseCentimetres', () => {
  it.each([
    ['180', 1800],
    [' 60,5 ', 605],
    ['60.5', 605],
    ['0', 0],
    ['12345', 123_450],
  ])('reads %j', (text, mm) => {
    expect(parseCentimetres(text)).toBe(mm)
  })

  it.each(['', '180,', ',5', '60,55', '1e3', '-60', '1 800', '180 cm', '٣', '1234567'])('refuses %j', (text) => {
    expect(parseCentimetres(text)).toBeNull()
  })

  it('reads back what is formatted, in each language', () => {
    for (const language of ['az', 'ru', 'en'] as const) {
      for (let mm = 0; mm < 12_000; mm += 7) expect(parseCentimetres(formatCentimetres(mm, language))).toBe(mm)
    }
  })
})

it('formats width, depth and height with the unit of the language', () => {
  const measures = { widthMm: 1800, depthMm: 605, heightMm: 2620 }
  expect(formatMeasures(measures, 'az').replaceAll('\u00a0', ' ')).toBe('180 × 60,5 × 262 sm')
  expect(formatMeasures(measures, 'en').replaceAll('\u00a0', ' ')).toBe('180 × 60.5 × 262 cm')
})

it.each([
  [99, false],
  [100, true],
  [10_000, true],
  [10_001, false],
])('takes %i mm: %j', (mm, possible) => {
  expect(isPossible(mm)).toBe(possible)
})
