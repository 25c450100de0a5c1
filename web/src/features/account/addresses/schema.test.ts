import { expect, it } from 'vitest'
import { addressBody, addressSchema, addressValues, type AddressValues } from './schema'

const filled: AddressValues = {
  fullName: 'Leyla Nümunə',
  phoneNumber: '+994 50 123-45-67',
  streetAddress: 'Nümunə küç. 12',
  apartment: '',
  city: 'Bakı',
  state: 'Bakı',
  zipCode: 'AZ1000',
}

it('sends the country, no default flags and the normalized phone', () => {
  expect(addressBody(filled)).toEqual({
    ...filled,
    phoneNumber: '+994501234567',
    country: 'Azerbaijan',
    isDefaultShipping: false,
    isDefaultBilling: false,
  })
})

it('has empty values for a new address', () => {
  expect(new Set(Object.values(addressValues(null)))).toEqual(new Set(['']))
})

it.each([
  [{}, null],
  [{ apartment: 'm. 34' }, null],
  [{ fullName: 'L' }, 'fullName'],
  [{ fullName: '  ' }, 'fullName'],
  [{ phoneNumber: '050 123' }, 'phoneNumber'],
  [{ streetAddress: '' }, 'streetAddress'],
  [{ city: '' }, 'city'],
  [{ state: '' }, 'state'],
  [{ zipCode: '' }, 'zipCode'],
  [{ city: 'x'.repeat(201) }, 'city'],
  // The checkout has one field of 200 characters for both.
  [{ streetAddress: 'k'.repeat(150), apartment: 'x'.repeat(48) }, null],
  [{ streetAddress: 'k'.repeat(150), apartment: 'x'.repeat(49) }, 'apartment'],
  [{ streetAddress: 'k'.repeat(200), apartment: ' ' }, null],
])('validates %o', (change, invalidField) => {
  const result = addressSchema.safeParse({ ...filled, ...change })
  expect(result.error?.issues[0]?.path[0] ?? null).toBe(invalidField)
})
