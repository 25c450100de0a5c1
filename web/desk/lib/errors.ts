import type { TFunction } from 'i18next'
import { ApiError } from '@shared/api/error'
import type { TextKey } from '@desk/i18n/text-key'

/** Texts of the keys that a field or a call may be refused with. */
const keyTexts: Readonly<Record<string, TextKey>> = {
  'FIELD.REQUIRED': 'ERRORS.REQUIRED',
  'FIELD.INVALID': 'ERRORS.INVALID',
  'FIELD.TOO_SHORT': 'ERRORS.TOO_SHORT',
  'FIELD.TOO_LONG': 'ERRORS.TOO_LONG',
  'FIELD.OUT_OF_RANGE': 'ERRORS.OUT_OF_RANGE',
  'PASSWORD.TOO_SHORT': 'ERRORS.PASSWORD_TOO_SHORT',
  'PASSWORD.TOO_COMMON': 'ERRORS.PASSWORD_TOO_COMMON',
  'CONTACT.FORM.INVALID_EMAIL': 'ERRORS.EMAIL',
  'CONTACT.FORM.INVALID_PHONE': 'ERRORS.PHONE',
  'AUTH.WRONG_CREDENTIALS': 'ERRORS.CREDENTIALS',
  'STAFF.DISABLED': 'ERRORS.DISABLED',
  'STAFF.EXISTS': 'ERRORS.STAFF_EXISTS',
  'STAFF.OWNER_BY_COMMAND': 'ERRORS.OWNER_BY_COMMAND',
  'STAFF.LAST_OWNER': 'ERRORS.LAST_OWNER',
  'STAFF.HAS_OPEN_QUOTES': 'ERRORS.HAS_OPEN_QUOTES',
  'STAFF.INVITATION_INVALID': 'ERRORS.INVITATION_INVALID',
  'STAFF.INVITATION_EXPIRED': 'ERRORS.INVITATION_EXPIRED',
  'STAFF.SELF': 'ERRORS.SELF',
  'DESK.CODE_WRONG': 'ERRORS.CODE_WRONG',
  'DESK.TOO_MANY_CODES': 'ERRORS.TOO_MANY_CODES',
  'DESK.LAST_FACTOR': 'ERRORS.LAST_FACTOR',
  'DESK.TOO_MANY_FACTORS': 'ERRORS.TOO_MANY_FACTORS',
  'DESK.ROLE': 'ERRORS.ROLE',
  'DESK.STEP_UP': 'ERRORS.STEP_UP',
  'DESK.CHANGED': 'ERRORS.CHANGED',
  'INQUIRY.NOT_YOURS': 'ERRORS.NOT_YOURS',
  'INQUIRY.WIPED': 'ERRORS.WIPED',
  'INQUIRY.STATUS_NOT_REACHABLE': 'ERRORS.NOT_REACHABLE',
  'INQUIRY.HAS_ORDER': 'ERRORS.HAS_ORDER',
  'OFFER.ACCEPTED': 'ERRORS.OFFER_ACCEPTED',
  'CUSTOMER.NO_EMAIL': 'ERRORS.NO_EMAIL',
  'ERROR.TOO_MANY': 'ERRORS.TOO_MANY',
  'ERROR.UNAVAILABLE': 'ERRORS.UNAVAILABLE',
}

/** The text of an error key; undefined where the desk has none. */
export function keyText(t: TFunction, key: string): string | undefined {
  const text = keyTexts[key]
  return text === undefined ? undefined : t(text)
}

/** What to tell a person about a failed call. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('ERRORS.UNKNOWN')
  if (error.status === 0) return t('ERRORS.OFFLINE')
  for (const key of Object.values(error.errors)) {
    const text = keyText(t, key)
    if (text !== undefined) return text
  }
  return error.message === '' ? t('ERRORS.UNKNOWN') : error.message
}
