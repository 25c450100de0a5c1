// Merges texts into the three translation files without touching the others:
//   node scripts/merge-texts.mjs texts.json
// where texts.json is { "SHOP.TITLE": { "az": "…", "ru": "…", "en": "…" } }; a text of null removes the key.
// The files stay sorted by key.
import { readFileSync, writeFileSync } from 'node:fs'

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: node scripts/merge-texts.mjs texts.json')
  process.exit(2)
}
const texts = JSON.parse(readFileSync(source, 'utf8'))

const sorted = (value) =>
  typeof value === 'object'
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : value

for (const language of ['az', 'ru', 'en']) {
  const file = new URL(`../public/assets/i18n/${language}.json`, import.meta.url)
  let tree = {}
  try {
    tree = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  for (const [path, values] of Object.entries(texts)) {
    if (!(language in values)) continue
    const keys = path.split('.')
    const last = keys.pop()
    let node = tree
    for (const key of keys) node = node[key] ??= {}
    if (values[language] === null) Reflect.deleteProperty(node, last)
    else node[last] = values[language]
  }
  writeFileSync(file, `${JSON.stringify(sorted(tree), null, 2)}\n`)
}
