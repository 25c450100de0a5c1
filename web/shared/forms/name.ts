import { invisible } from './characters'

/** Returns the normal form of a person's name. The services implement the same rule; `names.json` tests both. */
export const normalizeName = (typed: string): string =>
  typed
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()

/** Whether a name has a letter or a digit. */
export const isName = (name: string): boolean => /[\p{Alphabetic}\p{N}]/u.test(name)
