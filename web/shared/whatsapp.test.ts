import { expect, it } from 'vitest'
import { whatsAppUrl } from './whatsapp'

it('leads to the chat of a number, with a text if there is one', () => {
  expect(whatsAppUrl('+994 50 123-45-67')).toBe('https://wa.me/994501234567')
  expect(whatsAppUrl('994501234567', 'Salam & hə')).toBe('https://wa.me/994501234567?text=Salam%20%26%20h%C9%99')
  expect(whatsAppUrl('–')).toBeNull()
})
