import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { server } from '@/testing/server'
import { useSession, watchSession } from './session'

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
