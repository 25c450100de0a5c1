import { afterEach, expect, it, vi } from 'vitest'
import { clearRecent, keepRecent, recentProducts } from './recent'

const day = 24 * 60 * 60

afterEach(() => {
  vi.restoreAllMocks()
  clearRecent()
})

it('keeps the last twelve, newest first and each once', () => {
  for (let id = 1; id <= 14; id += 1) keepRecent(id, id)
  keepRecent(5, 20)
  expect(recentProducts(21)).toEqual([5, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3])
  clearRecent()
  expect(recentProducts(21)).toEqual([])
})

it('forgets after 90 days', () => {
  keepRecent(1, 0)
  keepRecent(2, day)
  expect(recentProducts(90 * day)).toEqual([2])
})

it.each(['', 'no json', '[]', '{"v":2,"items":[{"id":1,"at":1}]}', '{"v":1,"items":[{"id":"1"},null]}'])(
  'drops what it does not know: %s',
  (text) => {
    localStorage.setItem('recent', text)
    expect(recentProducts(1)).toEqual([])
  },
)

it('keeps them in memory if the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  keepRecent(3, 1)
  expect(recentProducts(2)).toEqual([3])
  clearRecent()
  expect(recentProducts(2)).toEqual([])
})
