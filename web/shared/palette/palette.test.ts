import { expect, it } from 'vitest'
import { colourName } from './palette'
import colours from './palette.json'
import { paletteSlugs } from './slugs'

it('has the same colours in the list of slugs', () => {
  expect(paletteSlugs).toEqual(Object.keys(colours))
})

it('names a colour in each language, and shows the slug of one that the palette lacks', () => {
  expect(colourName('oak', 'az')).toBe('təbii palıd')
  expect(colourName('oak', 'ru')).toBe('натуральный дуб')
  expect(colourName('birch', 'en')).toBe('birch')
  expect(colourName(null, 'en')).toBe('')
})
