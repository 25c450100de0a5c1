import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OneByOneBelow } from './OneByOneBelow'

describe('what lies below the window', () => {
  let tell: IntersectionObserverCallback = () => undefined
  const inWindow = window.IntersectionObserver

  beforeEach(() => {
    window.IntersectionObserver = class extends inWindow {
      constructor(callback: IntersectionObserverCallback) {
        super(() => undefined)
        tell = callback
      }
    }
    vi.useFakeTimers({ shouldAdvanceTime: true })
    render(
      <OneByOneBelow>
        <p>first</p>
        <p>second</p>
        <p>third</p>
      </OneByOneBelow>,
    )
  })

  afterEach(() => {
    vi.useRealTimers()
    window.IntersectionObserver = inWindow
  })

  const approach = (isIntersecting: boolean) =>
    act(() => tell([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver))

  it('is drawn when it comes near', async () => {
    approach(false)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText('first')).toBeInTheDocument()
    expect(screen.queryByText('second')).not.toBeInTheDocument()
    approach(true)
    expect(await screen.findByText('second')).toBeInTheDocument()
  })

  it.each([
    ['the keyboard is used, which may lead anywhere', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['somebody scrolls', () => fireEvent.scroll(window)],
  ])('is drawn when %s', async (_, begin) => {
    approach(false)
    begin()
    expect(await screen.findByText('third')).toBeInTheDocument()
  })

  it('is drawn when the page has rested', async () => {
    approach(false)
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    await waitFor(() => expect(screen.getByText('third')).toBeInTheDocument())
    expect(document.querySelector('[data-more]')).toBeNull()
  })
})
