import { expect, it } from 'vitest'
import { returnTarget, withReturnUrl } from './return-url'

it.each([
  [null, '/login', '/account'],
  [null, '/ru/login', '/ru/account'],
  ['/checkout', '/login', '/checkout'],
  ['/shop?category=2#top', '/login', '/shop?category=2#top'],
  ['/az/shop/3', '/az/login', '/az/shop/3'],
  ['/az/shop', '/ru/login', '/ru/shop'],
  ['/checkout', '/az/login', '/az/checkout'],
  ['//evil.example', '/login', '/account'],
  ['/\\evil.example', '/login', '/account'],
  ['/\t/evil.example', '/login', '/account'],
  ['https://evil.example/', '/login', '/account'],
  ['javascript:alert(1)', '/login', '/account'],
  ['shop', '/login', '/account'],
  ['', '/login', '/account'],
  ['/login', '/login', '/account'],
  ['/ru/register?returnUrl=/shop', '/login', '/account'],
  ['/auth/login', '/login', '/account'],
  ['/loginx', '/login', '/loginx'],
])('%s asked for on %s leads to %s', (asked, pathname, target) => {
  expect(returnTarget(asked, pathname)).toBe(target)
})

it('carries the target to the other screens', () => {
  expect(withReturnUrl('/register', '/shop?category=1')).toBe('/register?returnUrl=%2Fshop%3Fcategory%3D1')
  expect(withReturnUrl('/register', null)).toBe('/register')
})
