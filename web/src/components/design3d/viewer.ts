import { distanceTo, firstCamera, moved, steps, type Camera } from './camera'
import { rowLength, type Scene } from './scene'
import { fragmentShader, vertexShader } from './shaders'

export interface Viewer {
  show: (scene: Scene) => void
  move: (by: Partial<Camera>) => void
  open: (isOpen: boolean) => void
  /** Gives the context back; nothing is drawn after it. */
  release: () => void
}

const openingMs = 400
/** Details are dropped after so many frames in a row that took longer. */
const slowMs = 50
const slowFrames = 5
/** Cotangent of half the angle of the lens. */
const lens = 4.7
/** Share of the picture that a piece fills at most; its buttons lie above and below, in pixels. */
const fill = 0.86
const buttonsHigh = 112
const trianglesOfBox = 36
const wall = [0.835, 0.815, 0.785] as const

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type)
    if (shader === null) continue
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  return program
}

/** Draws scenes on a canvas, which is turned by drag and keys; `null` where the browser has no WebGL. */
export function openViewer(canvas: HTMLCanvasElement, onLost: () => void): Viewer | null {
  const gl = canvas.getContext('webgl2')
  if (gl === null) return null
  const program = programOf(gl)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) return null
  gl.useProgram(program)
  gl.enable(gl.DEPTH_TEST)
  gl.clearColor(...wall, 1)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  for (let vector = 0; vector < rowLength / 4; vector++) {
    gl.enableVertexAttribArray(vector)
    gl.vertexAttribPointer(vector, 4, gl.FLOAT, false, rowLength * 4, vector * 16)
    gl.vertexAttribDivisor(vector, 1)
  }
  const uniform = (name: string) => gl.getUniformLocation(program, name)
  const [camera4, lens4, middle, least, most] = ['v', 'w', 't', 'm', 'n'].map(uniform)

  let scene: Scene | null = null
  let camera = firstCamera
  let opening = 0
  let target = 0
  let isChanged = false
  let isDragged = false
  let hasDetails = true
  let slow = 0
  let last = 0
  let frame = 0

  const request = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const redraw = () => {
    isChanged = true
    request()
  }
  function draw(now: number) {
    const passed = last === 0 ? 0 : now - last
    slow = passed > slowMs ? slow + 1 : 0
    if (slow >= slowFrames) hasDetails = false
    const toGo = target - opening
    if (toGo !== 0) {
      opening += Math.sign(toGo) * Math.min(Math.abs(toGo), passed / openingMs)
      isChanged = true
    }
    if (isChanged) paint()
    isChanged = false
    frame = 0
    last = 0
    if (opening === target && !isDragged) return
    last = now
    request()
  }
  function paint() {
    if (scene === null || gl === null) return
    const ratio = Math.min(2, devicePixelRatio)
    const width = Math.round(canvas.clientWidth * ratio)
    const height = Math.round(canvas.clientHeight * ratio)
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    gl.viewport(0, 0, width, height)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    const { from, to, rows, things } = scene
    const half = to.map((value, axis) => (value - (from[axis] ?? 0)) / 2)
    const across = (lens * height) / width
    // Doors begin slowly and end slowly.
    const eased = opening * opening * (3 - 2 * opening)
    gl.uniform4f(
      camera4 ?? null,
      camera.yaw,
      camera.pitch,
      distanceTo(camera, half, [across / fill, lens / Math.min(fill, 1 - buttonsHigh / canvas.clientHeight)]),
      eased,
    )
    gl.uniform4f(lens4 ?? null, across, lens, Number(hasDetails), 0)
    gl.uniform3fv(
      middle ?? null,
      half.map((value, axis) => value + (from[axis] ?? 0)),
    )
    gl.uniform3fv(least ?? null, from)
    gl.uniform3fv(most ?? null, to)
    gl.drawArraysInstanced(gl.TRIANGLES, 0, trianglesOfBox, rows.length / rowLength - (opening > 0 && hasDetails ? 0 : things))
  }

  const move = (by: Partial<Camera>) => {
    camera = moved(camera, by)
    redraw()
  }
  const closed = new AbortController()
  const on = <Type extends keyof HTMLElementEventMap>(type: Type, listen: (event: HTMLElementEventMap[Type]) => void) =>
    canvas.addEventListener(type, listen, { signal: closed.signal })
  canvas.tabIndex = 0
  on('pointerdown', ({ pointerId }) => {
    canvas.setPointerCapture(pointerId)
    isDragged = true
    request()
  })
  on('pointermove', ({ movementX, movementY }) => {
    if (isDragged) move({ yaw: -movementX / 200, pitch: movementY / 250 })
  })
  on('lostpointercapture', () => {
    isDragged = false
  })
  on('keydown', (event) => {
    const by = event.ctrlKey || event.metaKey ? undefined : steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(by)
  })
  canvas.addEventListener('webglcontextlost', onLost, { signal: closed.signal })
  const observer = new ResizeObserver(redraw)
  observer.observe(canvas)
  return {
    show: (shown) => {
      scene = shown
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(shown.rows), gl.DYNAMIC_DRAW)
      redraw()
    },
    move,
    open: (isOpen) => {
      target = Number(isOpen)
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) opening = target
      redraw()
    },
    release: () => {
      closed.abort()
      observer.disconnect()
      cancelAnimationFrame(frame)
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}
