/** `+994501234567` as people read it: `+994 50 123 45 67`; numbers of other countries stay as they are. */
export function readablePhone(phone: string): string {
  return phone.replace(/^\+994(\d\d)(\d{3})(\d\d)(\d\d)$/, '+994 $1 $2 $3 $4')
}
