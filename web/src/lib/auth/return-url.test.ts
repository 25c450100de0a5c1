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
  ['/.//evil.example', '/login', '/account'],
  ['/az//shop', '/login', '/account'],
  ['https://evil.example/', '/login', '/account'],
  ['javascript:alert(1)', '/login', '/account'],
  ['shop', '/login', '/account'],
  ['', '/login', '/account'],
  ['/login', '/login', '/account'],
  ['/ru/register?returnUrl=/shop', '/login', '/account'],
  ['/auth/login', '/login', '/account'],
  ['/loginx', '/login', '/loginx'],
])('return URL %s on %s leads to %s', (returnUrl, pathname, target) => {
  expect(returnTarget(returnUrl, pathname)).toBe(target)
})

it('adds the return URL to the other sign-in screens', () => {
  expect(withReturnUrl('/register', '/shop?category=1')).toBe('/register?returnUrl=%2Fshop%3Fcategory%3D1')
  expect(withReturnUrl('/register', null)).toBe('/register')
})
