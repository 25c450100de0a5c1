import { afterEach, expect, it, vi } from 'vitest'
import { AttemptKeys } from './api/attempt'
import { randomHex } from './random'

afterEach(() => vi.unstubAllGlobals())

it('returns two digits per byte, different each time', () => {
  const many = new Set(Array.from({ length: 100 }, () => randomHex(8)))
  expect(many.size).toBe(100)
  for (const text of many) expect(text).toMatch(/^[0-9a-f]{16}$/)
})

it('works without a secure context', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(() => crypto.randomUUID()).toThrow()
  expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/)
  expect(new AttemptKeys().keyFor(1)).toMatch(/^[0-9a-f]{32}$/)
})
