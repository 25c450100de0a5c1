import { act, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import vectors from '../../../services/rules/data/vectors.json'
import { useDesigner } from '@/features/design/store'
import { useView } from '@/features/design/view'
import { ok } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { fakeContext, standInFor } from '@/testing/webgl'

const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'

class Measured implements ResizeObserver {
  readonly unobserve = vi.fn()
  readonly disconnect = vi.fn()
  constructor(private readonly notify: ResizeObserverCallback) {}
  observe(target: Element): void {
    this.notify([{ target, contentRect: { width: 800, height: 600 } } as unknown as ResizeObserverEntry], this)
  }
}

const own = (step: string) => {
  localStorage.setItem('designs', JSON.stringify({ v: 1, items: [{ c: code, t: 1 }] }))
  return visit(`/en/design?step=${step}#${code}`)
}
const view = () => screen.findByRole('img', { name: /^3D view\. Wardrobe/ })
const drawing = () => screen.findByRole('img', { name: /^Wardrobe/ })

beforeEach(() => {
  useDesigner.setState(useDesigner.getInitialState(), true)
  useView.setState(useView.getInitialState(), true)
  vi.stubGlobal('ResizeObserver', Measured)
  server.use(http.get('*/api/v1.0/designs/rates', () => ok(vectors.rates)))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the 3D view', () => {
  it('asks for no context before it is pressed, and gives it back when it is left', async () => {
    const { context, drawn, loseContext } = fakeContext()
    const getContext = standInFor(context)
    const { user } = own('summary')
    await drawing()
    expect(getContext).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '3D' }))
    await view()
    await waitFor(() => expect(drawn).toHaveLength(1))
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(loseContext).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Drawing' }))
    await drawing()
    expect(getContext).toHaveBeenCalledOnce()
    expect(loseContext).toHaveBeenCalledOnce()
  })

  it('is turned by the keys and by the buttons, and drawn for a change alone', async () => {
    const { context, drawn } = fakeContext()
    standInFor(context)
    const { user } = own('fronts')
    await user.click(await screen.findByRole('button', { name: '3D' }))
    const canvas = await view()
    await waitFor(() => expect(drawn).toHaveLength(1))
    act(() => canvas.focus())
    expect(canvas).toHaveFocus()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(drawn).toHaveLength(2))
    expect(drawn[1]?.yaw).toBeGreaterThan(drawn[0]?.yaw ?? NaN)
    await user.keyboard('+')
    await waitFor(() => expect(drawn).toHaveLength(3))
    expect(drawn[2]?.distance).toBeLessThan(drawn[1]?.distance ?? NaN)
    await user.click(screen.getByRole('button', { name: 'Turn to the right' }))
    await waitFor(() => expect(drawn).toHaveLength(4))
    expect(drawn[3]?.yaw).toBeCloseTo(drawn[0]?.yaw ?? NaN)
    await user.keyboard('x')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(drawn).toHaveLength(4)
  })

  it('opens the doors in 400 ms, and shows what is inside only then', async () => {
    const { context, drawn } = fakeContext()
    standInFor(context)
    const { user } = own('fronts')
    await user.click(await screen.findByRole('button', { name: '3D' }))
    await waitFor(() => expect(drawn).toHaveLength(1))
    const begun = performance.now()
    await user.click(await screen.findByRole('button', { name: 'Open the doors' }))
    await waitFor(() => expect(drawn.at(-1)?.opening).toBe(1))
    expect(performance.now() - begun).toBeGreaterThan(390)
    expect(drawn.some(({ opening }) => opening > 0 && opening < 1)).toBe(true)
    expect(drawn.at(-1)?.boxes).toBeGreaterThan(drawn[0]?.boxes ?? NaN)
    await user.click(screen.getByRole('button', { name: 'Close the doors' }))
    await waitFor(() => expect(drawn.at(-1)).toEqual(drawn[0]))
  })

  it('opens the doors at once under reduced motion', async () => {
    const { context, drawn } = fakeContext()
    standInFor(context)
    const matchMedia = window.matchMedia.bind(window)
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(matchMedia(query), query.includes('motion') && { matches: true }))
    const { user } = own('fronts')
    await user.click(await screen.findByRole('button', { name: '3D' }))
    await waitFor(() => expect(drawn).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: 'Open the doors' }))
    await waitFor(() => expect(drawn).toHaveLength(2))
    expect(drawn[1]?.opening).toBe(1)
  })

  it('stays for the next step', async () => {
    const { context } = fakeContext()
    standInFor(context)
    const { user } = own('fronts')
    await user.click(await screen.findByRole('button', { name: '3D' }))
    await view()
    await user.click(screen.getByRole('link', { name: 'See the summary' }))
    expect(await screen.findByRole('button', { name: 'Copy the link' })).toBeVisible()
    expect(await view()).toBeVisible()
    await user.click(screen.getByRole('link', { name: /Inside/ }))
    expect(await screen.findByRole('button', { name: 'Shelves: more' })).toBeVisible()
    expect(screen.queryByRole('button', { name: '3D' })).toBeNull()
    expect(screen.queryByRole('img', { name: /^3D view/ })).toBeNull()
  })

  it('leads back to the drawing where the browser has no WebGL', async () => {
    standInFor(null)
    const { user } = own('summary')
    await user.click(await screen.findByRole('button', { name: '3D' }))
    expect((await screen.findByText('This browser has no 3D.')).parentElement).toHaveRole('alert')
    await user.click(screen.getByRole('button', { name: 'See the drawing' }))
    await drawing()
    expect(screen.getByRole('button', { name: 'Drawing' })).toHaveFocus()
  })

  it('leads back to the drawing once the context is lost', async () => {
    standInFor(fakeContext().context)
    const { user } = own('summary')
    await user.click(await screen.findByRole('button', { name: '3D' }))
    const canvas = await view()
    act(() => void canvas.dispatchEvent(new Event('webglcontextlost')))
    expect((await screen.findByText('This browser has no 3D.')).parentElement).toHaveRole('alert')
  })
})

describe('the design of a link', () => {
  const shared = () => visit(`/en/design?step=summary#${code}`)

  it('is shown in 3D first where the device draws it well', async () => {
    const { context } = fakeContext()
    const getContext = standInFor(context)
    shared()
    await view()
    expect(getContext.mock.calls[0]).toEqual(['webgl2', { failIfMajorPerformanceCaveat: true }])
  })

  it.each([
    ['saves data', () => vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }) as Navigator)],
    ['has no WebGL', () => void standInFor(null)],
  ])('is shown as a drawing where the device %s', async (_, prepare) => {
    standInFor(fakeContext().context)
    prepare()
    shared()
    await drawing()
    expect(screen.getByRole('button', { name: '3D' })).toHaveAttribute('aria-pressed', 'false')
  })
})
