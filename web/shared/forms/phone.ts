import { closing, opening, separators } from './characters'

/**
 * Returns the normal form of a telephone number in any spelling: an optional plus and 10 to 15 digits; null for anything else.
 * A zero and nine digits are a number of Azerbaijan. The services implement the same rule; `phones.json` tests both.
 */
export function parsePhone(typed: string): string | null {
  let sign = ''
  let digits = ''
  let opened = -1
  for (const character of typed) {
    if (/^\d$/.test(character)) digits += character
    else if (character === '+' && sign === '' && digits === '') sign = '+'
    else if (opening.test(character)) opened = digits.length
    else if (closing.test(character)) {
      // A zero in brackets after the country code is not dialled.
      const isTrunkZero = opened >= 0 && digits.slice(opened) === '0' && /^(?:00)?[1-9]\d{0,2}$/.test(digits.slice(0, opened))
      if (isTrunkZero) digits = digits.slice(0, -1)
      opened = -1
    } else if (character.replace(separators, '') !== '') return null
  }
  if (digits.startsWith('00')) {
    sign = '+'
    digits = digits.replace(/^0+/, '')
  }
  const national = /^0(\d{9})$/.exec(digits) ?? (sign === '+' ? /^9940*(\d*)$/ : /^9940*([1-9]\d{8})$/).exec(digits)
  const phone = national === null ? `${sign}${digits}` : `+994${national[1] ?? ''}`
  return /^\+?\d{10,15}$/.test(phone) ? phone : null
}

/** Returns the normal form of a number that a form has validated. */
export const normalizePhone = (typed: string): string => parsePhone(typed) ?? typed

/** `050 012 34 56` for numbers of Azerbaijan; others as they are. */
export function formatPhone(phone: string): string {
  const local = /^\+994(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone)
  return local === null ? phone : `0${local[1] ?? ''} ${local[2] ?? ''} ${local[3] ?? ''} ${local[4] ?? ''}`
}
