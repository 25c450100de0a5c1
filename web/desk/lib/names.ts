/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (first.slice(0, 1) + last.slice(0, 1)).toLocaleUpperCase('az')
}

export function fullName({ name, lastname }: { name: string; lastname: string }): string {
  return `${name} ${lastname}`.trim()
}
