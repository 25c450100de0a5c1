import { expect, it } from 'vitest'
import { scene } from './scenes'

it('names the file of the default width', () => {
  expect(scene('gallery-2').src).toBe('/images/scenes/gallery-2/1-960.webp')
})
