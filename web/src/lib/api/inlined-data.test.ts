import { afterEach, describe, expect, it } from 'vitest'
import { InlinedData } from './inlined-data'

function inline(text: string): InlinedData {
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

describe('inlined data', () => {
  afterEach(() => document.querySelectorAll('#storefront-data').forEach((element) => element.remove()))

  it('is used by the first equal call, in any order of parameters', async () => {
    const inlined = inline(calls)
    const response = inlined.response(request('/api/v1.0/products?page=1&limit=10'), false, 1)
    expect(await response?.json()).toEqual({ success: true, data: [] })
    expect(inlined.response(request('/api/v1.0/products?page=1&limit=10'), false, 1)).toBeNull()
    expect(await inlined.response(request('/api/v1.0/products/category/1/count'), false, 1)?.json()).toBe(7)
  })

  it('is not used by other calls', () => {
    const inlined = inline(calls)
    expect(inlined.response(request('/api/v1.0/products?page=2&limit=10'), false, 1)).toBeNull()
    expect(inlined.response(request('/api/v1.0/products?page=1&limit=10', { method: 'POST' }), false, 1)).toBeNull()
  })

  it('is not used with a session cookie or after it is stale', () => {
    expect(inline(calls).response(request('/api/v1.0/products?page=1&limit=10'), true, 1)).toBeNull()
    expect(inline(calls).response(request('/api/v1.0/products?page=1&limit=10'), false, 30_001)).toBeNull()
  })

  it.each(['', '{', '{}', '[1, {"path": 1}, {"path": "/a", "query": {}}]'])('ignores %s', (text) => {
    expect(inline(text).response(request('/a'), false, 1)).toBeNull()
  })
})
