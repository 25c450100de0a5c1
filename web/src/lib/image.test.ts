import { expect, it } from 'vitest'
import { imageUrl, imageWidths, pictureSources } from './image'

it.each([
  ['https://cdn.example/x.webp', 'https://cdn.example/x.webp'],
  ['/images/x.svg', '/images/x.svg'],
  ['images/x.svg', '/images/x.svg'],
])('%s', (path, expected) => {
  expect(imageUrl(path)).toBe(expected)
})

it('lists the widths of a picture, and none of a drawing', () => {
  expect(pictureSources('/images/products/x/1-960.webp').sources).toEqual([
    { type: 'image/avif', srcSet: '/images/products/x/1-480.avif 480w, /images/products/x/1-960.avif 960w' },
    { type: 'image/webp', srcSet: '/images/products/x/1-480.webp 480w, /images/products/x/1-960.webp 960w' },
  ])
  expect(pictureSources('/images/products/x/1-768.webp').sources[0]?.srcSet).toBe(
    '/images/products/x/1-480.avif 480w, /images/products/x/1-768.avif 768w',
  )
  expect(pictureSources('/images/products/x/1-960.svg').sources).toEqual([])
})

it.each([
  ['/images/products/x/1-768.webp', 1024, [480, 768, 1024]],
  ['/images/products/x/2-768.webp', 768, [480, 768]],
  ['/images/products/x/1-320.webp', 320, [320]],
  ['/media/8b1a9953c4611296a827abf8c47804d7-768.webp', 1024, [480, 768, 1024]],
  ['https://cdn.example/x.png', 640, undefined],
])('the widths of %s, at most %i wide', (imageUrl, width, expected) => {
  expect(imageWidths({ imageUrl, width })).toEqual(expected)
})
