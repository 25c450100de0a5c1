import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetServerOffset } from '@/lib/server-clock'
import { server } from '@/testing/server'
import { Countdown } from './Countdown'

const answerAt = (date: string) => server.use(http.head('*/favicon.svg', () => new HttpResponse(null, { headers: { Date: date } })))
const shown = (part: string) => screen.getByText(part).previousElementSibling

beforeEach(() => {
  forgetServerOffset()
  vi.useFakeTimers({ now: Date.parse('2026-11-30T19:59:57Z'), toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

it('ticks every second and stays at zero', () => {
  answerAt('Mon, 30 Nov 2026 19:59:57 GMT')
  render(<Countdown end="2026-11-30T20:00:00Z" />)
  for (const seconds of ['03', '02', '01', '00', '00']) {
    expect(shown('seconds')).toHaveTextContent(seconds)
    act(() => void vi.advanceTimersByTime(1_000))
  }
})

it("follows the server's clock, not the device's", async () => {
  answerAt('Mon, 30 Nov 2026 17:29:57 GMT')
  render(<Countdown end="2026-11-30T20:00:00Z" />)
  await vi.waitFor(() => {
    act(() => void vi.advanceTimersByTime(1_000))
    expect(shown('hours')).toHaveTextContent('02')
  })
  expect(shown('minutes')).toHaveTextContent(/^(30|29)$/)
})
