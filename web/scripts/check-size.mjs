// Adds up the scripts that the first load of a screen fetches, as brotli sends them, and fails above the budget.
// Needs a build: `npm run build && npm run check:size`.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const budget = 110_000
const screens = {
  home: 'src/features/home/HomePage.tsx',
  shop: 'src/features/catalog/ShopPage.tsx',
  product: 'src/features/catalog/ProductPage.tsx',
}

const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/** The chunk and everything that it imports at once. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key].imports ?? []) withImports(imported, seen)
  return seen
}

let failed = false
for (const [name, entry] of Object.entries(screens)) {
  const chunks = new Set(['index.html', 'src/app/start.tsx', entry].flatMap((key) => [...withImports(key)]))
  const files = [...chunks].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'))
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(new URL(file, dist))).length, 0)
  const over = bytes > budget
  failed ||= over
  console.log(`${name}: ${bytes} bytes in ${files.length} scripts, budget ${budget}${over ? ': too much' : ''}`)
}
if (failed) process.exitCode = 1
