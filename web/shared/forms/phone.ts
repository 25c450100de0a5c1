/** An optional plus and 10 to 15 digits. */
export const phonePattern = /^\+?\d{10,15}$/

/** Removes spaces, dashes and brackets. */
export function normalizePhone(value: string): string {
  return value.replace(/[\s\-\u2010-\u2013()[\]]/g, '')
}
