import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeDesign } from '@shared/rules/code'
import { evaluate } from '@shared/rules/evaluate'
import { fakeContext, standInFor } from '@/testing/webgl'
import { sceneOf } from './scene'
import { openViewer } from './viewer'

let now = 0
let waiting: FrameRequestCallback[] = []

/** Runs the frames that are asked for, so many milliseconds apart, until no more are. Returns their number. */
function runFrames(ms: number): number {
  let frames = 0
  for (; waiting.length > 0 && frames < 1000; frames++) {
    now += ms
    const due = waiting
    waiting = []
    for (const run of due) run(now)
  }
  return frames
}

function shown() {
  const { context, drawn, loseContext } = fakeContext()
  standInFor(context)
  const canvas = document.createElement('canvas')
  const onLost = vi.fn()
  const viewer = openViewer(canvas, onLost)
  const design = decodeDesign('EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja')
  const built = design === null ? null : evaluate(design)
  if (viewer === null || built?.layout == null) throw new Error('nothing is shown')
  const scene = sceneOf(built)
  viewer.show(scene)
  runFrames(16)
  return { canvas, viewer, drawn, scene, loseContext, onLost }
}

beforeEach(() => {
  now = 1000
  waiting = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => waiting.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = []))
  vi.stubGlobal('devicePixelRatio', 3)
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(
      class {
        observe = vi.fn()
        disconnect = vi.fn()
      },
    ),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the viewer', () => {
  it('draws once for each change, at two pixels for one at most', () => {
    const { canvas, viewer, drawn } = shown()
    expect(drawn).toHaveLength(1)
    expect([canvas.width, canvas.height]).toEqual([1600, 1200])
    viewer.move({ yaw: 0.1 })
    viewer.move({ yaw: 0.1 })
    expect(runFrames(16)).toBe(1)
    expect(drawn).toHaveLength(2)
    expect(drawn[1]?.yaw).toBeCloseTo((drawn[0]?.yaw ?? NaN) + 0.2)
  })

  it('keeps edges and things where frames come fast', () => {
    const { viewer, drawn } = shown()
    viewer.open(true)
    const frames = runFrames(16)
    expect(frames).toBeGreaterThanOrEqual(25)
    expect(frames).toBeLessThan(30)
    expect(drawn.at(-1)).toMatchObject({ opening: 1, details: 1 })
  })

  it('drops edges and things below 20 frames a second', () => {
    const { viewer, drawn, scene } = shown()
    const closed = drawn[0]?.boxes ?? NaN
    viewer.open(true)
    runFrames(60)
    expect(drawn[2]).toMatchObject({ details: 1, boxes: closed + scene.things })
    expect(drawn.at(-1)).toMatchObject({ opening: 1, details: 0, boxes: closed })
  })

  it('draws nothing more once it is released', () => {
    const { canvas, viewer, drawn, loseContext, onLost } = shown()
    viewer.move({ yaw: 0.1 })
    viewer.release()
    expect(loseContext).toHaveBeenCalledOnce()
    expect(runFrames(16)).toBe(0)
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }))
    canvas.dispatchEvent(new Event('webglcontextlost'))
    expect(runFrames(16)).toBe(0)
    expect(drawn).toHaveLength(1)
    expect(onLost).not.toHaveBeenCalled()
  })

  it('leaves keys with Ctrl to the browser', () => {
    const { canvas } = shown()
    const pressed = new KeyboardEvent('keydown', { key: '+', ctrlKey: true, cancelable: true })
    canvas.dispatchEvent(pressed)
    expect(pressed.defaultPrevented).toBe(false)
    expect(runFrames(16)).toBe(0)
  })
})
