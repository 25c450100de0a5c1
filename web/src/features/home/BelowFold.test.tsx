import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BelowFold } from './BelowFold'

describe('below the fold', () => {
  let notify: IntersectionObserverCallback = () => undefined
  const original = window.IntersectionObserver

  beforeEach(() => {
    window.IntersectionObserver = class extends original {
      constructor(callback: IntersectionObserverCallback) {
        super(() => undefined)
        notify = callback
      }
    }
    vi.useFakeTimers({ shouldAdvanceTime: true })
    render(
      <BelowFold>
        <p>first</p>
        <p>second</p>
        <p>third</p>
      </BelowFold>,
    )
  })

  afterEach(() => {
    vi.useRealTimers()
    window.IntersectionObserver = original
  })

  const approach = (isIntersecting: boolean) =>
    act(() => notify([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver))

  it('renders the next child when its place comes near', async () => {
    approach(false)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText('first')).toBeInTheDocument()
    expect(screen.queryByText('second')).not.toBeInTheDocument()
    approach(true)
    expect(await screen.findByText('second')).toBeInTheDocument()
  })

  it.each([
    ['a key is pressed', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['the page is scrolled', () => fireEvent.scroll(window)],
  ])('renders all children when %s', async (_, interact) => {
    approach(false)
    interact()
    expect(await screen.findByText('third')).toBeInTheDocument()
  })

  it('renders all children after four seconds without interaction', async () => {
    approach(false)
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    await waitFor(() => expect(screen.getByText('third')).toBeInTheDocument())
    expect(document.querySelector('[data-more]')).toBeNull()
  })
})
