import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** What the page runs, and what that runs after the first view. */
const page = 'index.html'
const start = 'src/app/start.tsx'

/** The screens that most visits begin with, and their code; `:id` stands for any one. */
const screens = {
  '/': 'src/features/home/HomePage.tsx',
  '/shop': 'src/features/catalog/ShopPage.tsx',
  '/shop/:id': 'src/features/catalog/ProductPage.tsx',
} as const

function link(attributes: Record<string, string | true>, screen?: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { ...attributes, ...(screen !== undefined && { 'data-screen': screen }) },
    injectTo: 'head',
  }
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

function chunksOf(bundle: Rolldown.OutputBundle): Chunks {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
}

/** The chunk of a source file with all that it imports at once. */
function chunkOf(chunks: Chunks, source: string): Set<string> {
  const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
  if (found === undefined) throw new Error(`${source} has no file of its own`)
  return withImports(chunks, found.fileName)
}

function withImports(chunks: Chunks, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunks.get(file)?.imports ?? []) withImports(chunks, imported, seen)
  return seen
}

/**
 * Lets the page ask at once for what its own screen needs, which the app would find out only when it runs: styles as
 * those of the first view, scripts after it. The gateway keeps the links of the screen that an address leads to.
 */
export function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = chunksOf(bundle)
        const links = (files: readonly string[], screen?: string) => {
          const styles = new Set(files.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]))
          return [
            ...[...styles].map((file) => link({ rel: 'stylesheet', crossorigin: true, href: `/${file}` }, screen)),
            ...files.map((file) =>
              link({ rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${file}` }, screen),
            ),
          ]
        }
        const entry = chunkOf(chunks, page)
        const app = [...chunkOf(chunks, start)].filter((file) => !entry.has(file))
        return [
          ...links(app),
          ...Object.entries(screens).flatMap(([screen, source]) => {
            const own = [...chunkOf(chunks, source)].filter((file) => !entry.has(file) && !app.includes(file))
            return links(own, screen)
          }),
        ]
      },
    },
  }
}

/**
 * Lets Chromium compile what every page runs beside its main thread while it comes, and not each function there at its
 * first call. Other browsers see a comment. https://v8.dev/blog/explicit-compile-hints
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // It counts from where it stands, so it comes before what others put in front.
      order: 'post',
      handler(_, bundle) {
        const chunks = chunksOf(bundle)
        for (const file of chunkOf(chunks, start)) {
          const chunk = chunks.get(file)
          if (chunk?.isEntry === false) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}
