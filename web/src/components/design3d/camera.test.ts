import { describe, expect, it } from 'vitest'
import { distanceTo, firstCamera, moved, steps, type Camera } from './camera'

const half = [1215, 1310, 310]
const lens = [4.7, 4.7] as const

/** The largest share of the picture that a corner of the box reaches, across and up. */
function reached(camera: Camera, distance: number): number {
  const { yaw, pitch } = camera
  const corners = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z].map((side, axis) => side * (half[axis] ?? 0)))),
  )
  const shares = corners.flatMap(([x = 0, y = 0, z = 0]) => {
    const [across, away] = [x * Math.cos(yaw) - z * Math.sin(yaw), x * Math.sin(yaw) + z * Math.cos(yaw)]
    const [up, near] = [y * Math.cos(pitch) - away * Math.sin(pitch), y * Math.sin(pitch) + away * Math.cos(pitch)]
    return [(Math.abs(across) * lens[0]) / (distance - near), (Math.abs(up) * lens[1]) / (distance - near)]
  })
  return Math.max(...shares)
}

describe('the camera', () => {
  it.each([
    [0, 0],
    [0.5, 0.1],
    [-1.2, 0.8],
  ])('shows all of a piece, and no more, at %d and %d', (yaw, pitch) => {
    const camera = { yaw, pitch, zoom: 1 }
    expect(reached(camera, distanceTo(camera, half, lens))).toBeCloseTo(1)
  })

  it('comes nearer by its zoom', () => {
    const [far, near] = [1, 2].map((zoom) => distanceTo({ ...firstCamera, zoom }, half, lens))
    expect(near).toBeCloseTo((far ?? NaN) / 2)
  })

  it.each(Object.keys(steps))('stays before the piece however often %s is pressed', (key) => {
    let camera = firstCamera
    for (let presses = 0; presses < 100; presses++) camera = moved(camera, steps[key] ?? {})
    expect(camera).not.toEqual(firstCamera)
    expect(Math.abs(camera.yaw)).toBeLessThanOrEqual(1.2)
    expect(camera.pitch).toBeGreaterThanOrEqual(0)
    expect(camera.pitch).toBeLessThanOrEqual(0.8)
    expect(camera.zoom).toBeGreaterThanOrEqual(0.7)
    expect(camera.zoom).toBeLessThanOrEqual(3)
  })

  it.each([
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowUp', 'ArrowDown'],
    ['+', '-'],
  ])('comes back from %s by %s', (there, back) => {
    const begun = { yaw: 0, pitch: 0.4, zoom: 1 }
    const away = moved(begun, steps[there] ?? {})
    expect(away).not.toEqual(begun)
    const again = moved(away, steps[back] ?? {})
    for (const name of ['yaw', 'pitch', 'zoom'] as const) expect(again[name]).toBeCloseTo(begun[name])
  })
})
