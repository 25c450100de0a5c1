import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fold } from '../fold'
import { parseAmount } from './amount'
import { isName, normalizeName } from './name'
import { parseNumber } from './number'
import { formatPhone, parsePhone } from './phone'
import { email, newPassword, optional, optionalName, optionalPhone, personName, phone, required } from './schema'

const cases = <Case>(table: string) => JSON.parse(readFileSync(`../services/kit/testdata/${table}.json`, 'utf8')) as Case[]

describe('tables shared with the services', () => {
  it.each(cases<{ typed: string; phone: string | null }>('phones'))('phone $typed', ({ typed, phone }) => {
    expect(parsePhone(typed)).toBe(phone)
  })

  it.each(cases<{ typed: string; number: string | null }>('numbers'))('number $typed', ({ typed, number }) => {
    expect(parseNumber(typed, 'SB')).toBe(number)
  })

  it.each(cases<{ typed: string; name: string | null }>('names'))('name $typed', ({ typed, name }) => {
    const normal = normalizeName(typed)
    const isControlled = /\p{Cc}/u.test(typed.trim())
    expect(isName(normal) && !isControlled ? normal : null).toBe(name)
  })

  it.each(cases<{ typed: string; minor: number | null }>('amounts'))('amount $typed', ({ typed, minor }) => {
    expect(parseAmount(typed)).toBe(minor)
  })

  it.each(cases<{ written: string; folded: string }>('folding'))('fold $written', ({ written, folded }) => {
    expect(fold(written)).toBe(folded)
  })
})

it('formats numbers of Azerbaijan only', () => {
  expect(formatPhone('+994501234567')).toBe('050 123 45 67')
  expect(formatPhone('+4930123456')).toBe('+4930123456')
})

it.each([
  [required(3), ' ', 'FIELD.REQUIRED'],
  [required(3), 'four', 'FIELD.TOO_LONG'],
  [optional(3), ' ', undefined],
  [personName(), '\u200b', 'FIELD.REQUIRED'],
  [personName(), 'L', 'FIELD.TOO_SHORT'],
  [personName(1), 'L', undefined],
  [optionalName(), '-–-', 'FIELD.INVALID'],
  [email(), '', 'FIELD.REQUIRED'],
  [email(), 'leyla@', 'CONTACT.FORM.INVALID_EMAIL'],
  [phone(), ' ', 'FIELD.REQUIRED'],
  [phone(), '050', 'CONTACT.FORM.INVALID_PHONE'],
  [optionalPhone(), '', undefined],
  [newPassword(), '', 'FIELD.REQUIRED'],
  [newPassword(), 'seven77', 'PASSWORD.TOO_SHORT'],
])('schema %# fails for %j with the key %s of the gateway', (schema, typed, key) => {
  expect(schema.safeParse(typed).error?.issues[0]?.message).toBe(key)
})
