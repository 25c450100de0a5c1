import { expect, it } from 'vitest'
import { callUrl, whatsAppUrl } from './phone-links'

it('leads to the chat of a number, with a text if there is one', () => {
  expect(whatsAppUrl('+994 50 123-45-67')).toBe('https://wa.me/994501234567')
  expect(whatsAppUrl('994501234567', 'Salam & hə')).toBe('https://wa.me/994501234567?text=Salam%20%26%20h%C9%99')
})

it('dials the normal form', () => {
  expect(callUrl('050 123-45-67')).toBe('tel:+994501234567')
})

it.each(['–', '', '12 34', 'ask for Leyla, 050 123 45 67', '050 123 45 67, 055 123 45 67'])('makes no link of %j', (text) => {
  expect(callUrl(text)).toBeNull()
  expect(whatsAppUrl(text)).toBeNull()
})
