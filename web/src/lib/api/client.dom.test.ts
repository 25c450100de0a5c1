import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSession, watchSession } from '@/lib/session'
import { server } from '@/testing/server'
import { call } from './client'
import { ApiError } from '@shared/api/error'

const ok = (data: unknown) => HttpResponse.json({ success: true, message: null, data })
const error = (status: number, body: object = {}) => HttpResponse.json({ success: false, data: null, message: 'No', ...body }, { status })

describe('a call that needs a session', () => {
  let validations = 0
  let live = false

  beforeEach(() => {
    validations = 0
    live = false
    window.history.replaceState(null, '', '/ru/shop?page=2')
    server.use(
      http.get('*/api/v1.0/carts/current', () => (live ? ok(null) : error(401))),
      http.get('*/api/v1.0/account/wishlist', () => (live ? ok([]) : error(401))),
    )
  })

  function validationAnswers(success: boolean) {
    server.use(
      http.post('*/api/v1.0/Sessions/validate-session', () => {
        validations += 1
        live = success
        return success ? ok(null) : HttpResponse.json({ success: false, data: null, message: null })
      }),
    )
  }

  it('renews an expired session once for concurrent calls and repeats them', async () => {
    validationAnswers(true)
    const [cart, wishlist] = await Promise.all([call('GET', '/carts/current'), call('GET', '/account/wishlist')])
    expect(cart).toBeNull()
    expect(wishlist).toEqual([])
    expect(validations).toBe(1)
    expect(useSession.getState().status).toBe('signed-in')
    expect(window.location.pathname).toBe('/ru/shop')
  })

  it('navigates to the sign-in screen with a return URL if there is no session', async () => {
    validationAnswers(false)
    await expect(call('GET', '/carts/current')).rejects.toMatchObject({ status: 401 })
    expect(window.location.pathname).toBe('/ru/login')
    expect(new URLSearchParams(window.location.search).get('returnUrl')).toBe('/ru/shop?page=2')
    expect(useSession.getState().status).toBe('anonymous')
  })
})

describe('every call', () => {
  it('sends the language, and the CSRF token if it is unsafe', async () => {
    document.cookie = 'XSRF-TOKEN=a%3D1'
    window.history.replaceState(null, '', '/az')
    const seen: (string | null)[] = []
    server.use(
      http.get('*/api/v1.0/carts/current', ({ request }) => {
        seen.push(request.headers.get('Accept-Language'), request.headers.get('X-XSRF-TOKEN'))
        return ok(null)
      }),
      http.post('*/api/v1.0/carts/create', ({ request }) => {
        seen.push(request.headers.get('Accept-Language'), request.headers.get('X-XSRF-TOKEN'))
        return ok(null)
      }),
    )
    await call('GET', '/carts/current')
    await call('POST', '/carts/create')
    expect(seen).toEqual(['az', null, 'az', 'a=1'])
  })

  it('starts its own trace', async () => {
    const seen: (string | null)[] = []
    server.use(
      http.get('*/api/v1.0/carts/current', ({ request }) => {
        seen.push(request.headers.get('traceparent'))
        return ok(null)
      }),
    )
    await call('GET', '/carts/current')
    await call('GET', '/carts/current')
    for (const traceparent of seen) expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(seen[0]).not.toBe(seen[1])
  })

  it('maps an error response to an error with message and fields', async () => {
    server.use(http.get('*/api/v1.0/carts/current', () => error(400, { errors: { name: 'TOO_SHORT' } })))
    const cause: unknown = await call('GET', '/carts/current').catch((reason: unknown) => reason)
    expect(cause).toBeInstanceOf(ApiError)
    expect(cause).toMatchObject({ status: 400, message: 'No', errors: { name: 'TOO_SHORT' } })
  })

  it('rejects an envelope with success false', async () => {
    server.use(http.get('*/api/v1.0/carts/current', () => HttpResponse.json({ success: false, data: null, message: 'No' })))
    await expect(call('GET', '/carts/current')).rejects.toMatchObject({ status: 200, message: 'No' })
  })

  it('has status 0 without a response', async () => {
    server.use(http.get('*/api/v1.0/carts/current', () => HttpResponse.error()))
    await expect(call('GET', '/carts/current')).rejects.toMatchObject({ status: 0 })
  })
})

describe('at start-up', () => {
  it('does not validate without a session cookie', () => {
    server.use(
      http.post('*/api/v1.0/Sessions/validate-session', () => {
        throw new Error('unexpected validation')
      }),
    )
    const stop = watchSession()
    expect(useSession.getState().status).toBe('anonymous')
    stop()
  })
})
