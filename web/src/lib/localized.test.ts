import { expect, it } from 'vitest'
import { localized, textLines } from './localized'

it.each([
  [{ name: 'base', nameAz: 'az' }, 'az'],
  [{ name: 'base', nameAz: '' }, 'base'],
  [{ name: 'base', nameAz: '  ' }, 'base'],
  [{ name: 'base', nameAz: 'null' }, 'base'],
  [{ name: 'base', nameAz: null }, 'base'],
  [{ name: 'base', nameRu: 'ru' }, 'base'],
  [{ name: 'null' }, ''],
  [{ name: null }, ''],
  [{}, ''],
])('%o', (item, expected) => {
  expect(localized(item, 'name', 'az')).toBe(expected)
})

it('splits lines and drops empty ones', () => {
  expect(textLines('a\n\n b \r\n')).toEqual(['a', 'b'])
})
