import { afterEach, describe, expect, it } from 'vitest'
import { InlinedData } from './inlined-data'

function bring(text: string): InlinedData {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = 'storefront-data'
  element.textContent = text
  document.body.append(element)
  return new InlinedData(0)
}

const calls = JSON.stringify([
  { path: '/api/v1.0/products', query: { limit: '10', page: '1' }, body: { success: true, data: [] } },
  { path: '/api/v1.0/products/category/1/count', query: {}, body: 7 },
])

const request = (path: string, init?: RequestInit) => new Request(new URL(path, 'http://localhost:3000'), init)

describe('what the page brought with it', () => {
  afterEach(() => document.querySelectorAll('#storefront-data').forEach((element) => element.remove()))

  it('answers the first such call, whatever the order of its parameters', async () => {
    const inlined = bring(calls)
    const answer = inlined.take(request('/api/v1.0/products?page=1&limit=10'), false, 1)
    expect(await answer?.json()).toEqual({ success: true, data: [] })
    expect(inlined.take(request('/api/v1.0/products?page=1&limit=10'), false, 1)).toBeNull()
    expect(await inlined.take(request('/api/v1.0/products/category/1/count'), false, 1)?.json()).toBe(7)
  })

  it('answers no other call', () => {
    const inlined = bring(calls)
    expect(inlined.take(request('/api/v1.0/products?page=2&limit=10'), false, 1)).toBeNull()
    expect(inlined.take(request('/api/v1.0/products?page=1&limit=10', { method: 'POST' }), false, 1)).toBeNull()
  })

  it('answers nobody who may be signed in, nor later', () => {
    expect(bring(calls).take(request('/api/v1.0/products?page=1&limit=10'), true, 1)).toBeNull()
    expect(bring(calls).take(request('/api/v1.0/products?page=1&limit=10'), false, 30_001)).toBeNull()
  })

  it.each(['', '{', '{}', '[1, {"path": 1}, {"path": "/a", "query": {}}]'])('takes %s for nothing', (text) => {
    expect(bring(text).take(request('/a'), false, 1)).toBeNull()
  })
})
