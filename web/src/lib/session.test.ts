import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { server } from '@/testing/server'
import { useSession, watchSession } from './session'

const minute = 60_000

afterEach(() => void vi.useRealTimers())

function serve(success: () => boolean): { asked: number } {
  const state = { asked: 0 }
  server.use(
    http.post('*/api/v1.0/Sessions/validate-session', () => {
      state.asked += 1
      return HttpResponse.json({ success: success(), message: null, data: null })
    }),
  )
  return state
}

it('is validated at the start, and every five minutes until it is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  document.cookie = 'XSRF-TOKEN=token'
  let valid = true
  const state = serve(() => valid)
  const stop = watchSession()
  await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
  expect(state.asked).toBe(1)

  vi.advanceTimersByTime(4 * minute)
  expect(state.asked).toBe(1)
  valid = false
  vi.advanceTimersByTime(minute)
  await vi.waitFor(() => expect(useSession.getState().status).toBe('anonymous'))
  expect(state.asked).toBe(2)

  vi.advanceTimersByTime(20 * minute)
  stop()
  expect(state.asked).toBe(2)
})

it('is not asked for where no cookie speaks of one', () => {
  const state = serve(() => true)
  watchSession()()
  expect(useSession.getState().status).toBe('anonymous')
  expect(state.asked).toBe(0)
})
