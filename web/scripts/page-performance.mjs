// Writes sections of docs/page-performance.md, each between two comments with its name.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../../docs/page-performance.md', import.meta.url)

/** Formats a Markdown table. */
export function table(head, rows) {
  const row = (cells) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

export const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]

/** Replaces the text of a section. Throws if the file has no such section. */
export function writeSection(name, text) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const document = readFileSync(file, 'utf8')
  const [before, rest] = document.split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/page-performance.md has no section ${name}`)
  writeFileSync(file, `${before}${start}\n\n${text}\n\n${end}${after}`)
}
