import { expect, it } from 'vitest'
import type { Address } from '@/lib/api/types'
import { defaultAddress, splitFullName, valuesOfAddress } from './prefill'

const home: Address = {
  id: '0b54d1c4-9a3f-4c57-8a0c-1f0ce5a1d001',
  fullName: 'Leyla Nümunə',
  phoneNumber: '+994501234567',
  streetAddress: 'Nümunə küç. 12',
  apartment: 'm. 34',
  city: 'Bakı',
  state: 'Bakı',
  zipCode: 'AZ1000',
  country: 'Azerbaijan',
  isDefaultShipping: true,
  isDefaultBilling: true,
}

it.each([
  ['Leyla Nümunə', 'Leyla', 'Nümunə'],
  ['Leyla', 'Leyla', ''],
  ['Anna Maria van der Berg', 'Anna', 'Maria van der Berg'],
  ['  Leyla   Nümunə ', 'Leyla', 'Nümunə'],
  ['', '', ''],
])('splits %j', (fullName, firstName, lastName) => {
  expect(splitFullName(fullName)).toEqual({ firstName, lastName })
})

it('fills all fields but the e-mail', () => {
  expect(valuesOfAddress(home)).toEqual({
    firstName: 'Leyla',
    lastName: 'Nümunə',
    phone: '+994501234567',
    address: 'Nümunə küç. 12, m. 34',
    city: 'Bakı',
    state: 'Bakı',
    postalCode: 'AZ1000',
  })
  expect(valuesOfAddress({ ...home, apartment: ' ' }).address).toBe('Nümunə küç. 12')
})

it('finds the default address, or none', () => {
  const other = { ...home, id: 'other', isDefaultShipping: false }
  expect(defaultAddress([other, home])).toBe(home)
  expect(defaultAddress([other])).toBeUndefined()
})
