import { expect, it } from 'vitest'
import { networkUrl, type Network } from './networks'

it.each<[Network, string | null, string | null]>([
  ['facebook', 'https://example.com/shop', 'https://example.com/shop'],
  ['whatsapp', '+994 50 123 45 67', 'https://wa.me/994501234567'],
  ['whatsapp', 'https://wa.me/1', 'https://wa.me/1'],
  ['whatsapp', 'none', null],
  ['instagram', 'javascript:alert(1)', null],
  ['instagram', 'http://example.com', null],
  ['linkedin', '', null],
  ['linkedin', null, null],
])('%s %j', (network, value, url) => {
  expect(networkUrl(network, value)).toBe(url)
})
