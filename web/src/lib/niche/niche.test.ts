import { describe, expect, it } from 'vitest'
import { formatNiche, nicheSize, parseMeasure, parseNiche } from './niche'

describe('a stored niche', () => {
  it.each([
    { widthMm: 2430, heightMm: 2620 },
    { widthMm: 2435, heightMm: null },
  ])('is read as it was written: %j', (niche) => {
    expect(parseNiche(formatNiche(niche))).toEqual(niche)
  })

  it.each([
    null,
    '',
    'x',
    '{"v":2,"w":2430}',
    '{"v":1}',
    '{"v":1,"w":"2430"}',
    '{"v":1,"w":50}',
    '{"v":1,"w":2430.5}',
    '{"v":1,"w":10001}',
  ])('is none for %j', (text) => {
    expect(parseNiche(text)).toBeNull()
  })

  it('has no height where that makes no sense', () => {
    expect(parseNiche('{"v":1,"w":2430,"h":1}')).toEqual({ widthMm: 2430, heightMm: null })
  })
})

it('says the size with its unit', () => {
  expect(nicheSize({ widthMm: 2430, heightMm: 2625 }, 'ru')).toBe('243\u00a0×\u00a0262,5\u00a0см')
  expect(nicheSize({ widthMm: 2435, heightMm: null }, 'en')).toBe('243.5\u00a0cm')
})

it.each([
  ['243', { mm: 2430 }],
  [' 243,5 ', { mm: 2435 }],
  ['', { mm: null }],
  ['wide', { error: 'number' }],
  ['9', { error: 'impossible' }],
  ['1001', { error: 'impossible' }],
])('parses %j', (text, expected) => {
  expect(parseMeasure(text)).toEqual(expected)
})
