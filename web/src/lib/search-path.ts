/** Path of the search results; `null` for a blank term. */
export function searchPath(term: string): string | null {
  const trimmed = term.trim()
  return trimmed === '' ? null : `/search?q=${encodeURIComponent(trimmed)}`
}
