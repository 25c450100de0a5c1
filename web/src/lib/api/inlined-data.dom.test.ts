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

const query = (text = '') => new URLSearchParams(text)

describe('inlined data', () => {
  afterEach(() => document.querySelectorAll('#storefront-data').forEach((element) => element.remove()))

  it('is used by the first equal call, in any order of parameters', () => {
    const inlined = inline(calls)
    expect(inlined.body('/api/v1.0/products', query('page=1&limit=10'), false, 1)).toEqual({ success: true, data: [] })
    expect(inlined.body('/api/v1.0/products', query('page=1&limit=10'), false, 1)).toBeUndefined()
    expect(inlined.body('/api/v1.0/products/category/1/count', query(), false, 1)).toBe(7)
  })

  it('is not used by other calls', () => {
    expect(inline(calls).body('/api/v1.0/products', query('page=2&limit=10'), false, 1)).toBeUndefined()
  })

  it('is not used with a session cookie or after it is stale', () => {
    expect(inline(calls).body('/api/v1.0/products', query('page=1&limit=10'), true, 1)).toBeUndefined()
    expect(inline(calls).body('/api/v1.0/products', query('page=1&limit=10'), false, 30_001)).toBeUndefined()
  })

  it.each(['', '{', '{}', '[1, {"path": 1}, {"path": "/a", "query": {}}]'])('ignores %s', (text) => {
    expect(inline(text).body('/a', query(), false, 1)).toBeUndefined()
  })
})
