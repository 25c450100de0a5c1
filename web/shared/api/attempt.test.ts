import { expect, it } from 'vitest'
import { AttemptKeys } from './attempt'

function countingKeys(): AttemptKeys {
  let count = 0
  return new AttemptKeys(() => {
    count += 1
    return `key ${String(count)}`
  })
}

it('keeps the key for an equal body', () => {
  const keys = countingKeys()
  expect(keys.keyFor({ total: 1 })).toBe('key 1')
  expect(keys.keyFor({ total: 1 })).toBe('key 1')
})

it('makes a new key for another body, and for the earlier one after that', () => {
  const keys = countingKeys()
  keys.keyFor({ total: 1 })
  expect(keys.keyFor({ total: 2 })).toBe('key 2')
  expect(keys.keyFor({ total: 1 })).toBe('key 3')
})

it('makes a new key after the attempt has finished', () => {
  const keys = countingKeys()
  keys.keyFor({ total: 1 })
  keys.finish()
  expect(keys.keyFor({ total: 1 })).toBe('key 2')
})

it('makes different keys', () => {
  const keys = new AttemptKeys()
  expect(keys.keyFor(1)).not.toBe(keys.keyFor(2))
})
