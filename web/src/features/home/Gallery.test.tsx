import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Gallery } from './Gallery'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

it('goes on every five seconds, but not while a finger is on it', () => {
  render(<Gallery />)
  pass(4_999)
  expect(screen.getByText('1 / 10')).toBeVisible()
  pass(1)
  expect(screen.getByText('2 / 10')).toBeVisible()

  const strip = screen.getByRole('list')
  fireEvent.touchStart(strip)
  pass(20_000)
  expect(screen.getByText('2 / 10')).toBeVisible()
  fireEvent.touchEnd(strip)
  pass(5_000)
  expect(screen.getByText('3 / 10')).toBeVisible()
})

it('stands still while a picture is shown in full', () => {
  render(<Gallery />)
  fireEvent.click(screen.getAllByRole('button', { name: /^Enlarge/ })[0] ?? document.body)
  pass(20_000)
  // Not the one of the picture in full.
  expect(screen.getByText('1 / 10', { selector: '[aria-live]' })).toBeInTheDocument()
})
