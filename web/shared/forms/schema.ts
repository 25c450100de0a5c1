import * as z from 'zod/mini'
import { isName, normalizeName } from './name'
import { parsePhone } from './phone'

// The content security policy forbids `new Function`.
z.config({ jitless: true })

export const maxName = 100
export const maxEmail = 254
export const maxPhone = 30
export const maxAddressPart = 200
export const minPassword = 8
export const maxPassword = 128

// The schemas fail with the keys of the gateway, so that each app has one table of texts.
const isFilled = () => z.minLength(1, 'FIELD.REQUIRED')
const isAtMost = (max: number) => z.maxLength(max, 'FIELD.TOO_LONG')

export const optional = (max = maxAddressPart) => z.string().check(z.trim(), isAtMost(max))

export const required = (max = maxAddressPart) => optional(max).check(isFilled())

/** A person's name with a letter or a digit, or nothing. */
export const optionalName = () =>
  z.string().check(
    z.overwrite(normalizeName),
    isAtMost(maxName),
    z.refine<string>((name) => name === '' || isName(name), 'FIELD.INVALID'),
  )

/** A person's name, by default of at least two characters. */
export const personName = (min = 2) => optionalName().check(isFilled(), z.minLength(min, 'FIELD.TOO_SHORT'))

export const email = () => required(maxEmail).check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'CONTACT.FORM.INVALID_EMAIL'))

/** A phone number in any spelling, or nothing. */
export const optionalPhone = () =>
  optional(maxPhone).check(z.refine<string>((value) => value === '' || parsePhone(value) !== null, 'CONTACT.FORM.INVALID_PHONE'))

/** A phone number in any spelling. */
export const phone = () => optionalPhone().check(isFilled())

/** An existing password. */
export const password = () => z.string().check(isFilled(), isAtMost(maxPassword))

export const newPassword = () => password().check(z.minLength(minPassword, 'PASSWORD.TOO_SHORT'))
