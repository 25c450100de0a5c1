import { expect, it } from 'vitest'
import { boxDrawing, drawingSize } from './drawing'

it.each([
  ['150', '60', '210'],
  ['18', '18', '2,2'],
  ['360', '60', '90'],
  ['9', '4.5', '44'],
])('fits %s × %s × %s into the square with space for the dimensions', (width, depth, height) => {
  const box = boxDrawing({ width, depth, height, unit: 'cm' })
  expect(box.origin.x).toBeGreaterThan(72)
  expect(box.origin.x + box.width + box.recede.x).toBeLessThan(drawingSize - 40)
  expect(box.origin.y).toBeLessThan(drawingSize - 72)
  expect(box.origin.y - box.height - box.recede.y).toBeGreaterThan(40)
})

it('keeps the ratio of width and height', () => {
  const box = boxDrawing({ width: '100', depth: '50', height: '200', unit: 'cm' })
  expect(box.height / box.width).toBeCloseTo(2)
})
