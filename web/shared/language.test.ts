import { describe, expect, it } from 'vitest'
import { chooseLanguage, pathInLanguage, splitLanguage } from './language'

describe('splitLanguage', () => {
  it.each([
    ['/', null, '/'],
    ['/az', 'az', '/'],
    ['/az/', 'az', '/'],
    ['/ru/shop/12', 'ru', '/shop/12'],
    ['/shop', null, '/shop'],
    ['/azure', null, '/azure'],
    ['/de/shop', null, '/de/shop'],
  ])('%s', (pathname, language, rest) => {
    expect(splitLanguage(pathname)).toEqual({ language, rest })
  })
})

describe('chooseLanguage', () => {
  it.each([
    ['/az/shop', 'ru', 'az'],
    ['/shop', 'ru', 'ru'],
    ['/shop', 'de', 'en'],
    ['/shop', null, 'en'],
  ])('%s with %s stored', (pathname, stored, expected) => {
    expect(chooseLanguage(pathname, stored, 'en')).toBe(expected)
  })
})

describe('pathInLanguage', () => {
  it.each([
    ['/', '/az'],
    ['/ru', '/az'],
    ['/ru/shop/1', '/az/shop/1'],
    ['/shop', '/az/shop'],
  ])('%s', (pathname, expected) => {
    expect(pathInLanguage(pathname, 'az')).toBe(expected)
  })
})
