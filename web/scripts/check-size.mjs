// Adds up the scripts that the first load of a screen fetches, as brotli sends them, and fails above the budget.
// Needs a build: `npm run build && npm run check:size`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const budget = 100_000
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const links = readFileSync(`${dist}/index.html`, 'utf8').matchAll(/<[^>]* (?:src|href)="([^"]*\.js)"[^>]*>/g)

/** Scripts with the screen that they belong to; those of all screens have none. */
const scripts = [...links].map(([tag, path]) => ({ path, screen: / data-screen="([^"]*)"/.exec(tag)?.[1] }))

for (const screen of new Set(scripts.flatMap(({ screen }) => screen ?? []))) {
  const paths = scripts.filter((script) => (script.screen ?? screen) === screen).map(({ path }) => path)
  const bytes = paths.reduce((sum, path) => sum + brotliCompressSync(readFileSync(dist + path)).length, 0)
  const over = bytes > budget
  if (over) process.exitCode = 1
  console.log(`${screen}: ${bytes} bytes in ${paths.length} scripts, budget ${budget}${over ? ': too much' : ''}`)
}
