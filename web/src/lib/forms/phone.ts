/** Optional plus, then 10 to 15 digits. */
export const phonePattern = /^\+?\d{10,15}$/

/** Without what people write for the eye: spaces, dashes, brackets. */
export function normalizePhone(value: string): string {
  return value.replace(/[\s\-\u2010-\u2013()[\]]/g, '')
}
