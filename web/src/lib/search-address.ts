/** Where a search leads; nowhere for blanks. */
export function searchAddress(term: string): string | null {
  const trimmed = term.trim()
  return trimmed === '' ? null : `/search?q=${encodeURIComponent(trimmed)}`
}
