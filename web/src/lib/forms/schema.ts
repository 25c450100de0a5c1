import * as z from 'zod/mini'
import type { TextKey } from '@/lib/text-key'
import { isName, normalizeName } from '@shared/forms/name'
import { parsePhone } from '@shared/forms/phone'

// The content security policy forbids `new Function`.
z.config({ jitless: true })

const key = (text: TextKey) => text

export const maxName = 100
export const maxEmail = 254
export const maxPhone = 30
const maxAddressPart = 200
export const minPassword = 8
export const maxPassword = 128

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const isRequired = () => z.minLength(1, key('CONTACT.FORM.REQUIRED'))
const isShort = (max: number) => z.maxLength(max, key('FORM.TOO_LONG'))

/** A required text. */
export const requiredText = (max: number = maxAddressPart) => z.string().check(z.trim(), isRequired(), isShort(max))

export const optionalText = (max: number = maxAddressPart) => z.string().check(z.trim(), isShort(max))

/** A person's name with a letter or a digit, by default of at least two characters. */
export const personName = (min = 2) =>
  z.string().check(
    z.overwrite(normalizeName),
    isRequired(),
    z.minLength(min, key('ACCOUNT.DETAILS.NAME_TOO_SHORT')),
    isShort(maxName),
    z.refine<string>(isName, key('CONTACT.FORM.REQUIRED')),
  )

export const email = () =>
  z
    .string()
    .check(z.trim(), isRequired(), z.regex(emailPattern, key('CONTACT.FORM.INVALID_EMAIL')), isShort(maxEmail))

/** A phone number in any spelling. */
export const phone = () =>
  z.string().check(
    z.trim(),
    isRequired(),
    isShort(maxPhone),
    z.refine<string>((value) => parsePhone(value) !== null, key('CONTACT.FORM.INVALID_PHONE')),
  )

/** A new password. */
export const newPassword = () =>
  z
    .string()
    .check(
      isRequired(),
      z.minLength(minPassword, key('ACCOUNT.DETAILS.PASSWORD_TOO_SHORT')),
      z.maxLength(maxPassword, key('FORM.TOO_LONG')),
    )

/** An existing password of any length. */
export const existingPassword = () => z.string().check(isRequired(), z.maxLength(maxPassword, key('FORM.TOO_LONG')))
