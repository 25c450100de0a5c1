import { expect, it } from 'vitest'
import { imageAddress, pictureSources } from './image'

it.each([
  ['https://cdn.example/x.webp', 'https://cdn.example/x.webp'],
  ['/images/x.svg', '/images/x.svg'],
  ['images/x.svg', '/images/x.svg'],
])('%s', (path, expected) => {
  expect(imageAddress(path)).toBe(expected)
})

it('knows the widths beside a picture, and leaves drawings alone', () => {
  expect(pictureSources('/images/products/x/1-960.webp').sources).toEqual([
    { type: 'image/avif', srcSet: '/images/products/x/1-480.avif 480w, /images/products/x/1-960.avif 960w' },
    { type: 'image/webp', srcSet: '/images/products/x/1-480.webp 480w, /images/products/x/1-960.webp 960w' },
  ])
  expect(pictureSources('/images/products/x/1-768.webp').sources[0]?.srcSet).toBe(
    '/images/products/x/1-480.avif 480w, /images/products/x/1-768.avif 768w',
  )
  expect(pictureSources('/images/products/x/1-960.svg').sources).toEqual([])
})
