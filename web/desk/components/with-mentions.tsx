import type { ReactNode } from 'react'

/** Emphasises the names that a note calls. */
export function withMentions(text: string, names: readonly string[]): ReactNode {
  const words = names.flatMap((name) => [name, name.split(' ')[0] ?? name]).map((name) => `@${name}`)
  const found = words.find((word) => text.includes(word))
  if (found === undefined) return text
  const at = text.indexOf(found)
  return (
    <>
      {text.slice(0, at)}
      <b>{found}</b>
      {withMentions(text.slice(at + found.length), names)}
    </>
  )
}
