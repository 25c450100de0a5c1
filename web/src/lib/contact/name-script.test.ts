import { expect, it } from 'vitest'
import { isReadable } from './name-script'

it.each([
  ['Aysel', 'az', true],
  ['Aysel', 'en', true],
  ['Aysel', 'ru', false],
  ['Айсель', 'ru', true],
  ['Айсель', 'az', false],
] as const)('%s in %s: %s', (name, language, expected) => {
  expect(isReadable(name, language)).toBe(expected)
})
