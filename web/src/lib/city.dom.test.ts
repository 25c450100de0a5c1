import { afterEach, expect, it, vi } from 'vitest'
import { keepCity, keptCity } from './city'

afterEach(() => vi.restoreAllMocks())

it('keeps the city chosen last', () => {
  expect(keptCity()).toBe('')
  keepCity('ganja')
  keepCity('baku')
  expect(keptCity()).toBe('baku')
})

it.each(['', 'baku', 'null', '"baku"', '{"v":2,"code":"baku"}', '{"v":1,"code":7}'])('drops what it does not know: %s', (text) => {
  localStorage.setItem('city', text)
  expect(keptCity()).toBe('')
})

it('keeps it in memory if the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  keepCity('baku')
  expect(keptCity()).toBe('baku')
})
