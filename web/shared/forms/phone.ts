/** An optional plus and 10 to 15 digits. */
export const phonePattern = /^\+?\d{10,15}$/

/** Removes spaces, dashes and brackets. */
export function normalizePhone(value: string): string {
  return value.replace(/[\s\-\u2010-\u2013()[\]]/g, '')
}

/** `050 012 34 56` for numbers of Azerbaijan; others as they are. */
export function formatPhone(phone: string): string {
  const local = /^\+994(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone)
  return local === null ? phone : `0${local[1] ?? ''} ${local[2] ?? ''} ${local[3] ?? ''} ${local[4] ?? ''}`
}
