import { expect, it } from 'vitest'
import { maxPictureBytes, pictureRefusal } from './media-file'

const file = (head: string, { size = 100, name = 'photo.jpg' } = {}) => {
  const bytes = new Uint8Array(size)
  bytes.set(Array.from(head, (character) => character.charCodeAt(0)))
  return new File([bytes], name)
}

const box = (brands: string) => `\0\0\0\x20ftyp${brands}`

it.each([
  ['JPEG', file('\xff\xd8\xff\xe0', { name: 'photo' }), null],
  ['PNG', file('\x89PNG\r\n\x1a\n'), null],
  ['WebP', file('RIFF\0\0\0\0WEBPVP8 '), null],
  ['a picture of the largest size', file('\xff\xd8\xff', { size: maxPictureBytes }), null],
  ['a larger one', file('\xff\xd8\xff', { size: maxPictureBytes + 1 }), 'MEDIA.TOO_LARGE'],
  ['HEIC of an iPhone under another name', file(box('heic\0\0\0\0mif1heic')), 'MEDIA.HEIC'],
  ['HEIF of a Samsung', file(box('mif1\0\0\0\0mif1heic')), 'MEDIA.HEIC'],
  ['AVIF', file(box('avif\0\0\0\0avifmif1')), 'MEDIA.TYPE'],
  ['a film', file(box('isom\0\0\0\0isommp42')), 'MEDIA.TYPE'],
  ['SVG under another name', file('<svg xmlns="http://www.w3.org/2000/svg">'), 'MEDIA.TYPE'],
  ['GIF', file('GIF89a'), 'MEDIA.TYPE'],
  ['an empty file', new File([], 'photo.jpg'), 'MEDIA.TYPE'],
])('takes or refuses %s by its content', async (_, picture, refusal) => {
  expect(await pictureRefusal(picture)).toBe(refusal)
})
