// Renders the first views of the pages (`src/app/first-view/render.tsx`) in each language into dist/first-views/. The
// gateway fills in the slots.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'vite'

const languages = ['az', 'ru', 'en']
const dist = new URL('../dist/', import.meta.url)

// The globals that the app's modules read at import: the settings, some of them slots.
globalThis.window = { location: new URL('http://shop.invalid/'), addEventListener: () => undefined }
globalThis.document = {
  cookie: '',
  getElementById: (id) =>
    id === 'storefront-settings' ? { textContent: JSON.stringify({ brand: '{{brand}}', siteRoot: '{{home}}' }) } : null,
}

const vite = await createServer({
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const { firstViews } = await vite.ssrLoadModule('/src/app/first-view/render.tsx')
  mkdirSync(new URL('first-views/', dist), { recursive: true })
  for (const language of languages) {
    const texts = JSON.parse(readFileSync(new URL(`assets/i18n/${language}.json`, dist), 'utf8'))
    const views = firstViews(language, texts)
    writeFileSync(new URL(`first-views/${language}.json`, dist), JSON.stringify(views))
  }
} finally {
  await vite.close()
}
