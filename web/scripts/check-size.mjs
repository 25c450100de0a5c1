// Adds up the scripts that the first load of a screen fetches, as brotli sends them, and fails above the budget: of the shop,
// of the designer and its 3D view, and of the desk with its styles and texts. Fails too if the shop's chunks contain a module of the desk.
// Needs a build: `npm run build && npm run check:size`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const shopBudget = 97_000
const deskBudget = 250_000
/** Scripts and texts of the designer until it shows a price, beyond those of the product page. */
const designerBudget = 20_000
/** Scripts and styles that a press on 3D loads. */
const view3dBudget = 6_000

const folder = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))
/** Bytes by path: most files belong to many screens. */
const compressed = new Map()
const brotliBytes = (path) => {
  if (!compressed.has(path)) compressed.set(path, brotliCompressSync(readFileSync(path)).length)
  return compressed.get(path)
}
const bytesOf = (paths) => paths.reduce((sum, path) => sum + brotliBytes(path), 0)

function report(screen, files, budget) {
  const bytes = bytesOf(files)
  const over = bytes > budget
  if (over) process.exitCode = 1
  console.log(`${screen}: ${bytes} bytes in ${files.length} files, budget ${budget}${over ? ': too much' : ''}`)
}

function checkShop() {
  const dist = folder('dist')
  const links = readFileSync(`${dist}/index.html`, 'utf8').matchAll(/<[^>]* (?:src|href)="([^"]*\.js)"[^>]*>/g)
  /** Scripts with the screen that they belong to; those of all screens have none. */
  const scripts = [...links].map(([tag, path]) => ({ path, screen: / data-screen="([^"]*)"/.exec(tag)?.[1] }))
  // The designer has a budget of its own.
  for (const screen of new Set(scripts.flatMap(({ screen }) => (screen === '/design' ? [] : (screen ?? []))))) {
    const paths = scripts.filter((script) => (script.screen ?? screen) === screen).map(({ path }) => dist + path)
    report(screen, paths, shopBudget)
  }
  const foreign = JSON.parse(readFileSync(`${dist}/.vite/modules.json`, 'utf8')).filter((path) => path.startsWith('desk/'))
  if (foreign.length > 0) {
    process.exitCode = 1
    console.error(`the shop's bundle contains code of the desk: ${foreign.join(', ')}`)
  }
}

function checkDesigner() {
  const dist = folder('dist')
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))
  const files = (...keys) => [...new Set(keys.flatMap((key) => [...withImports(manifest, key)]))].map((file) => `${dist}/${file}`)
  const scripts = (...keys) => files(...keys).filter((file) => file.endsWith('.js'))
  const screen = ['index.html', 'src/app/start.tsx', 'src/features/design/DesignPage.tsx', 'src/features/design/DesignScreen.tsx']
  const design = scripts(...screen)
  const texts = scripts('src/lib/design/texts/az.json')
  const product = scripts('index.html', 'src/app/start.tsx', 'src/features/catalog/ProductPage.tsx')
  report('/design until it shows a price', [...new Set([...design, ...texts])], bytesOf(product) + designerBudget)
  const before = new Set(files(...screen, 'src/features/design/opened.ts'))
  const pressed = files('src/components/design3d/View3d.tsx').filter((file) => !before.has(file))
  report('/design, 3D pressed', pressed, view3dBudget)
}

/** The files of a chunk and of its static imports. */
function withImports(manifest, key, seen = new Set()) {
  const { file, css = [], imports = [] } = manifest[key]
  if (seen.has(file)) return seen
  for (const path of [file, ...css]) seen.add(path)
  for (const imported of imports) withImports(manifest, imported, seen)
  return seen
}

function checkDesk() {
  const dist = folder('dist-desk')
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))
  const entry = withImports(manifest, 'index.html')
  const texts = withImports(manifest, 'i18n/az.json')
  for (const screen of manifest['index.html'].dynamicImports.filter((key) => key.startsWith('screens/'))) {
    const own = `i18n/${screen.split('/')[1]}/az.json`
    const ownTexts = own in manifest ? withImports(manifest, own) : []
    const files = new Set([...entry, ...texts, ...ownTexts, ...withImports(manifest, screen)])
    report(
      `/desk ${screen}`,
      [...files].map((path) => `${dist}/${path}`),
      deskBudget,
    )
  }
}

checkShop()
checkDesigner()
checkDesk()
