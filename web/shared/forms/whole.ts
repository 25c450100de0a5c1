/** Reads a whole number within bounds; null for anything else. */
export function parseWhole(text: string, min: number, max: number): number | null {
  const bare = text.replace(/[\s\u00a0%]/g, '')
  if (!/^\d{1,9}$/.test(bare)) return null
  const value = Number(bare)
  return value < min || value > max ? null : value
}
