import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Countdown } from './Countdown'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-30T19:59:57Z') }))
afterEach(() => void vi.useRealTimers())

it('ticks every second and stays at zero', () => {
  render(<Countdown end="2026-11-30T20:00:00Z" />)
  for (const seconds of ['03', '02', '01', '00', '00']) {
    expect(screen.getByText('seconds').previousElementSibling).toHaveTextContent(seconds)
    act(() => void vi.advanceTimersByTime(1_000))
  }
})
