import { vi } from 'vitest'

/** One drawing of the 3D view. */
interface Drawn {
  yaw: number
  pitch: number
  distance: number
  opening: number
  /** 1 with edges, 0 without. */
  details: number
  boxes: number
}

/** A context that stands in for WebGL, which jsdom lacks, and notes what is drawn. */
export function fakeContext() {
  const drawn: Drawn[] = []
  const loseContext = vi.fn()
  const uniforms = new Map<string, readonly number[]>()
  const known: Record<string, unknown> = {
    getProgramParameter: () => true,
    getUniformLocation: (_: unknown, name: string) => name,
    uniform4f: (name: string, ...values: number[]) => uniforms.set(name, values),
    drawArraysInstanced: (_mode: number, _first: number, _count: number, boxes: number) => {
      const [yaw = NaN, pitch = NaN, distance = NaN, opening = NaN] = uniforms.get('v') ?? []
      drawn.push({ yaw, pitch, distance, opening, details: uniforms.get('w')?.[2] ?? NaN, boxes })
    },
    getExtension: () => ({ loseContext }),
  }
  const context = new Proxy({}, { get: (_, name: string) => known[name] ?? (() => ({})) })
  return { context: context as WebGL2RenderingContext, drawn, loseContext }
}

/** Gives a context, or none, to every canvas, each of 800 × 600 pixels. */
export function standInFor(context: WebGL2RenderingContext | null) {
  vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  return vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context)
}
