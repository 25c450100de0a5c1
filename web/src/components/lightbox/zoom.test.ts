import { expect, it } from 'vitest'
import { clampView, maxScale, wholePicture, zoomAt } from './zoom'

const frame = { width: 400, height: 600 }

it('keeps what is shown at the point', () => {
  expect(zoomAt(wholePicture, 2, { x: 100, y: -50 }, frame)).toEqual({ scale: 2, x: -100, y: 50 })
  const enlarged = { scale: 2, x: -100, y: 50 }
  expect(zoomAt(enlarged, 4, { x: 0, y: 0 }, frame)).toEqual({ scale: 4, x: -200, y: 100 })
})

it('keeps the scale between the whole picture and the largest', () => {
  expect(zoomAt(wholePicture, 9, { x: 0, y: 0 }, frame).scale).toBe(maxScale)
  expect(zoomAt({ scale: 3, x: 10, y: 10 }, 0.5, { x: 60, y: 0 }, frame)).toEqual({ scale: 1, x: 0, y: 0 })
})

it('never shows what is beyond the picture', () => {
  expect(clampView({ scale: 2, x: 900, y: -900 }, frame)).toEqual({ scale: 2, x: 200, y: -300 })
})
