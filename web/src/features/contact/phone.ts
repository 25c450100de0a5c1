/** Formats `+994501234567` as `+994 50 123 45 67`; numbers of other countries are unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+994(\d\d)(\d{3})(\d\d)(\d\d)$/, '+994 $1 $2 $3 $4')
}
