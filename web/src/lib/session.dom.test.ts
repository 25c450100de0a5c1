import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { server } from '@/testing/server'
import { ApiError } from '@shared/api/error'
import { cutBody } from '@shared/testing/cut-body'
import { useSession, validateSession, watchSession } from './session'

const minute = 60_000

afterEach(() => void vi.useRealTimers())

function mockValidation(success: () => boolean): { calls: number } {
  const state = { calls: 0 }
  server.use(
    http.post('*/api/v1.0/Sessions/validate-session', () => {
      state.calls += 1
      return HttpResponse.json({ success: success(), message: null, data: null })
    }),
  )
  return state
}

it('validates the session at the start and every five minutes until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  document.cookie = 'XSRF-TOKEN=token'
  let valid = true
  const state = mockValidation(() => valid)
  const stop = watchSession()
  await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  expect(state.calls).toBe(1)

  vi.advanceTimersByTime(4 * minute)
  expect(state.calls).toBe(1)
  valid = false
  vi.advanceTimersByTime(minute)
  await vi.waitFor(() => expect(useSession.getState().status).toBe('anonymous'))
  expect(state.calls).toBe(2)

  vi.advanceTimersByTime(20 * minute)
  stop()
  expect(state.calls).toBe(2)
})

it('does not validate without a session cookie', () => {
  const state = mockValidation(() => true)
  watchSession()()
  expect(useSession.getState().status).toBe('anonymous')
  expect(state.calls).toBe(0)
})

it.each([
  ['answers 503', () => HttpResponse.json({ success: false, data: null, message: '', errors: {} }, { status: 503 })],
  ['cannot be reached', () => HttpResponse.error()],
  ['ends its answer after the head', () => new HttpResponse(cutBody())],
])('keeps what is known if the server %s, and asks again', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  document.cookie = 'XSRF-TOKEN=token'
  const state = mockValidation(() => true)
  const stop = watchSession()
  await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'))

  let failures = 0
  server.use(
    http.post('*/api/v1.0/Sessions/validate-session', () => {
      failures += 1
      return answer()
    }),
  )
  vi.advanceTimersByTime(5 * minute)
  await vi.waitFor(() => expect(failures).toBe(1))
  await expect(validateSession()).rejects.toBeInstanceOf(ApiError)
  expect(useSession.getState().status).toBe('signed-in')

  const calls = state.calls
  server.resetHandlers()
  const again = mockValidation(() => true)
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(again.calls).toBeGreaterThan(0))
  expect(state.calls).toBe(calls)
  stop()
})

it('rejects without an answer at the start, and does not call the visitor anonymous', async () => {
  server.use(http.post('*/api/v1.0/Sessions/validate-session', () => HttpResponse.error()))
  useSession.setState({ status: 'unknown' })
  await expect(validateSession()).rejects.toBeInstanceOf(ApiError)
  expect(useSession.getState().status).toBe('unknown')
})
