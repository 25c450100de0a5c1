import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Gallery } from './Gallery'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

it('advances every five seconds, except while it is touched', () => {
  render(<Gallery />)
  advance(4_999)
  expect(screen.getByText('1 / 10')).toBeVisible()
  advance(1)
  expect(screen.getByText('2 / 10')).toBeVisible()

  const strip = screen.getByRole('list')
  fireEvent.touchStart(strip)
  advance(20_000)
  expect(screen.getByText('2 / 10')).toBeVisible()
  fireEvent.touchEnd(strip)
  advance(5_000)
  expect(screen.getByText('3 / 10')).toBeVisible()
})

it('counts the picture that has the focus of the keyboard', () => {
  render(<Gallery />)
  const third = screen.getAllByRole('button', { name: /^Enlarge/ })[2] ?? document.body
  act(() => third.focus())
  fireEvent.keyUp(third, { key: 'Tab' })
  expect(screen.getByText('3 / 10')).toBeVisible()
})

it('pauses while the lightbox is open', () => {
  render(<Gallery />)
  fireEvent.click(screen.getAllByRole('button', { name: /^Enlarge/ })[0] ?? document.body)
  advance(20_000)
  // Excludes the counter of the lightbox.
  expect(screen.getByText('1 / 10', { selector: '[aria-live]' })).toBeInTheDocument()
})

it('keeps the chosen picture while a smooth scroll stalls', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return 100 * Array.from(this.parentElement?.children ?? []).indexOf(this)
  })
  render(<Gallery />)
  const strip = screen.getByRole('list')
  Object.assign(strip, {
    scrollTo: ({ left = 0, behavior }: ScrollToOptions) => {
      // A smooth scroll has no frame yet.
      if (behavior === 'instant') strip.scrollLeft = left
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Previous picture' }))
  fireEvent.scroll(strip)
  advance(400)
  expect(screen.getByText('10 / 10')).toBeVisible()

  strip.scrollLeft = 900
  fireEvent.scroll(strip)
  advance(400)
  expect(screen.getByText('10 / 10')).toBeVisible()
})
