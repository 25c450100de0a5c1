import { describe, expect, it } from 'vitest'
import { freePlace } from './free-place'

const window = { width: 1280, height: 800 }
const size = { width: 400, height: 50 }
const button = (left: number, top: number) => ({ left, top, width: 120, height: 36 })

describe('a place for a message', () => {
  it('is the lower right corner where nothing is below it', () => {
    expect(freePlace(size, window, [button(20, 20)])).toEqual({ left: 864, top: 734, ...size })
  })

  it('covers no button', () => {
    expect(freePlace(size, window, [button(1140, 750)])).toMatchObject({ left: 440, top: 734 })
    const row = [0, 200, 400, 600, 800, 1000, 1160].map((left) => button(left, 740))
    expect(freePlace(size, window, row)).toMatchObject({ left: 864, top: 686 })
  })

  it('covers the least where there is no free place', () => {
    const all = { left: 0, top: 0, ...window }
    expect(freePlace(size, window, [all, button(1140, 750)])).toMatchObject({ left: 440 })
  })

  it('begins above on phones', () => {
    expect(freePlace({ width: 358, height: 50 }, { width: 390, height: 800 }, [button(250, 10)], true)).toMatchObject({ left: 16, top: 64 })
  })
})
