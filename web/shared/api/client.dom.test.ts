import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cutBody } from '@shared/testing/cut-body'
import { makeClient } from './client'
import type { paths } from './contract'
import { ApiError } from './error'

const answers: Response[] = []
const sent: Request[] = []

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)
const ok = (data: unknown, more: object = {}) => json({ success: true, message: null, data, ...more })
const refuse = (status: number, errors: Record<string, string>, headers: Record<string, string> = {}, data: unknown = null) =>
  json({ success: false, message: 'No', data, errors }, { status, headers })

const repair = vi.fn((_: ApiError, path: string) => Promise.resolve(path !== '/desk/session'))
const onUnauthorized = vi.fn()
const { call, query, pages } = makeClient<paths>({ csrfCookie: 'X', language: () => 'az', repair, onUnauthorized })

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    sent.push(input as Request)
    return Promise.resolve(answers.shift() ?? refuse(500, {}))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.clearAllMocks()
  answers.length = 0
  sent.length = 0
})

const urlOf = ({ url }: Request) => url.replace(window.location.origin, '')

it('fills the path and leaves out parameters without a value', async () => {
  answers.push(ok([], { nextCursor: null, totalRecords: 0 }), ok({}))
  await call('GET', '/desk/quotes', { query: { status: 'new,won', q: '', limit: 5 } })
  await call('GET', '/desk/quotes/{number}', { path: { number: 'SQ-1/2' } })
  expect(sent.map(urlOf)).toEqual(['/api/v1.0/desk/quotes?status=new%2Cwon&limit=5', '/api/v1.0/desk/quotes/SQ-1%2F2'])
})

it('resolves to the data of an envelope, to the whole body of a list, and to a body without an envelope', async () => {
  answers.push(ok({ left: 3 }), ok([], { nextCursor: 'c', totalRecords: 7 }), json([{ id: 1 }]), json(7), ok(null))
  expect(await call('GET', '/desk/me/recovery-codes')).toEqual({ left: 3 })
  expect(await call('GET', '/desk/orders')).toMatchObject({ nextCursor: 'c', totalRecords: 7 })
  expect(await call('GET', '/products/category/{categoryId}', { path: { categoryId: 1 } })).toEqual([{ id: 1 }])
  expect(await call('GET', '/products/category/{categoryId}/count', { path: { categoryId: 1 } })).toBe(7)
  expect(await call('GET', '/carts/current')).toBeNull()
})

it('keeps resolving to the data if a later gateway adds a field to the envelope', async () => {
  answers.push(ok({ left: 3 }, { requestId: 'r1' }))
  expect(await call('GET', '/desk/me/recovery-codes')).toEqual({ left: 3 })
})

it('rejects as without a response if a success ends after its head', async () => {
  answers.push(new Response(cutBody()))
  await expect(call('GET', '/desk/team')).rejects.toMatchObject({ status: 0 })
})

it('rejects with status, field errors and the present record', async () => {
  answers.push(refuse(409, { version: 'DESK.CHANGED' }, {}, { version: 2 }))
  repair.mockResolvedValueOnce(false)
  const error: unknown = await call('GET', '/desk/team').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, message: 'No', errors: { version: 'DESK.CHANGED' }, data: { version: 2 }, retryAfter: null })
})

it('rejects a body with success false, and a body that is no JSON', async () => {
  repair.mockResolvedValue(false)
  answers.push(json({ success: false, data: null, message: 'No' }), new Response('<html>'))
  await expect(call('GET', '/desk/team')).rejects.toMatchObject({ status: 200, message: 'No' })
  await expect(call('GET', '/desk/team')).rejects.toMatchObject({ status: 200, message: '' })
})

it('has status 0 without a response', async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError('network'))
  repair.mockResolvedValue(false)
  await expect(call('GET', '/desk/team')).rejects.toMatchObject({ status: 0 })
})

it('sends a repaired call once more with the same key, and reports a second 401', async () => {
  repair.mockResolvedValue(true)
  answers.push(refuse(401, {}), refuse(401, {}))
  await expect(call('POST', '/desk/quotes', { body: {}, key: 'k1' })).rejects.toMatchObject({ status: 401 })
  expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['k1', 'k1'])
  expect(onUnauthorized).toHaveBeenCalledOnce()
})

it('waits for an attempt with the same key that still runs', async () => {
  vi.useFakeTimers()
  repair.mockResolvedValue(false)
  const running = () => refuse(503, {}, { 'Retry-After': '1' })
  answers.push(running(), running(), ok({ number: 'SQ-1' }))
  const answer = call('POST', '/desk/quotes', { body: {}, key: 'k1' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await answer).toEqual({ number: 'SQ-1' })
  answers.push(running())
  await expect(call('GET', '/desk/team')).rejects.toMatchObject({ status: 503, retryAfter: 1 })
})

it('gives equal requests equal keys', () => {
  expect(query('/desk/quotes/counts', { query: { q: '' } }).queryKey).toEqual(query('/desk/quotes/counts').queryKey)
  expect(query('/desk/quotes/{number}', { path: { number: 'SQ-1' } }).queryKey).toEqual([
    '/desk/quotes/{number}',
    { path: { number: 'SQ-1' } },
  ])
  expect(pages('/desk/quotes', { query: { status: 'new' } }).queryKey).toEqual(['/desk/quotes', { query: { status: 'new' } }, 'pages'])
})

it('takes the body that the page came with in place of a request', async () => {
  const bodies = new Map([['/api/v1.0/carts/current?', { success: true, message: null, data: null }]])
  const shop = makeClient<paths>({
    csrfCookie: 'X',
    language: () => 'az',
    repair,
    inlined: (path, parameters) => bodies.get(`${path}?${parameters.toString()}`),
  })
  expect(await shop.call('GET', '/carts/current')).toBeNull()
  expect(sent).toEqual([])
})
