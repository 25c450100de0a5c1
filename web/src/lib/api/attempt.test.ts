import { expect, it } from 'vitest'
import { AttemptKeys } from './attempt'

function counting(): AttemptKeys {
  let count = 0
  return new AttemptKeys(() => {
    count += 1
    return `key ${String(count)}`
  })
}

it('keeps the key while the same body is repeated', () => {
  const keys = counting()
  expect(keys.keyFor({ total: 1 })).toBe('key 1')
  expect(keys.keyFor({ total: 1 })).toBe('key 1')
})

it('takes a new key for another body, and for the earlier body after that', () => {
  const keys = counting()
  keys.keyFor({ total: 1 })
  expect(keys.keyFor({ total: 2 })).toBe('key 2')
  expect(keys.keyFor({ total: 1 })).toBe('key 3')
})

it('takes a new key once the server has decided', () => {
  const keys = counting()
  keys.keyFor({ total: 1 })
  keys.decided()
  expect(keys.keyFor({ total: 1 })).toBe('key 2')
})

it('makes keys that differ', () => {
  const keys = new AttemptKeys()
  expect(keys.keyFor(1)).not.toBe(keys.keyFor(2))
})
