import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { screens } from '../src/app/screens.ts'

const page = 'index.html'
const start = 'src/app/start.tsx'
const virtualPages = 'virtual:pages'

/** Serves `virtual:pages`: the path, the loader and the keys of title and lead of every screen, without what only the gateway needs. */
export function pages(): Plugin {
  return {
    name: 'pages',
    resolveId: (id) => (id === virtualPages ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${virtualPages}`) return undefined
      const entries = screens.map(
        ({ path, page, title = '', lead }) =>
          `['${path}', () => import('@/features/${page}'), '${title}'${lead === undefined ? '' : `, '${lead}'`}]`,
      )
      return `export const pages = [${entries.join(', ')}]`
    },
  }
}

/** Modules of packages that the app uses little or nothing of, with what the bundle has in their place. */
const stubs: Readonly<Record<string, string>> = {
  // react-i18next imports only this, for keys written as functions; `src/lib/i18n/instance.ts` is the app's instance.
  i18next: 'export const keyFromSelector = String',
  // The code around lucide-react's icons, which is larger than the icons of a screen.
  '../createLucideIcon.mjs': "export { default } from '@/components/icon'",
  // Only `<Trans>` decodes HTML entities, which the app does not use.
  './unescape.js': 'export const unescape = String',
  // Paths of screens have parameters, and neither wildcards nor optional parts.
  regexparam: `export function parse(path) {
    const keys = []
    const pattern = path.replace(/:(\\w+)/g, (_, key) => (keys.push(key), '([^/]+)'))
    return { keys, pattern: new RegExp('^' + pattern + '/?$', 'i') }
  }`,
  // Only the desk has infinite queries.
  './infiniteQueryBehavior.js': 'export const [infiniteQueryBehavior, hasNextPage, hasPreviousPage] = []',
}

/** Leaves 15 kB (with brotli) of code out of the bundle that the app does not use, but that its packages import. */
export function stubPackages(): Plugin {
  const prefix = '\0stub:'
  return {
    name: 'stub-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id in stubs ? prefix + id : undefined),
    load: (id) => (id.startsWith(prefix) ? stubs[id.slice(prefix.length)] : undefined),
    generateBundle(_, bundle) {
      const isUsed = [...chunksOf(bundle).values()].some(({ moduleIds }) => moduleIds.some((id) => id.endsWith('useInfiniteQuery.js')))
      if (isUsed) this.error('the shop uses useInfiniteQuery: remove the stub of infiniteQueryBehavior.js')
    },
  }
}

/** Leaves out what `src/components/icon.tsx` does not read of lucide-react's icons: names, and keys, which compress badly. */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
      handler: (code) => code.replaceAll(/,\s*key: "\w+"|\b(?:name: ".*"|size: \d+|aliases: \[[^\]]*\]),?/g, ''),
    },
  }
}

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

/** Returns the chunk of a source file with its static imports. */
function chunkOf(chunks: Chunks, source: string): Set<string> {
  const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
  if (found === undefined) throw new Error(`${source} has no chunk of its own`)
  return withImports(chunks, found.fileName)
}

function withImports(chunks: Chunks, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunks.get(file)?.imports ?? []) withImports(chunks, imported, seen)
  return seen
}

/**
 * Links the styles and scripts of the app and of each screen, which the browser would otherwise
 * discover only when the app runs. The gateway keeps only the links of the requested screen.
 */
export function preloadLinks(): Plugin {
  return {
    name: 'preload-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = chunksOf(bundle)
        const links = (files: readonly string[], screen?: string) => {
          const styles = new Set(files.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]))
          return [
            ...[...styles].map((file) => link({ rel: 'stylesheet', crossorigin: true, href: `/${file}` }, screen)),
            ...files.map((file) => link({ rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${file}` }, screen)),
          ]
        }
        const entry = chunkOf(chunks, page)
        const app = [...chunkOf(chunks, start)].filter((file) => !entry.has(file))
        return [
          ...links(app),
          ...screens
            .filter(({ redirect }) => redirect === undefined)
            .flatMap(({ path, page, content = page }) => {
              const files = [...new Set([page, content].flatMap((name) => [...chunkOf(chunks, `src/features/${name}.tsx`)]))]
              return links(
                files.filter((file) => !entry.has(file) && !app.includes(file)),
                path,
              )
            }),
        ]
      },
    },
  }
}

/**
 * Marks the app's chunks for Chromium to compile off the main thread while they load, instead of each function at its
 * first call. Other browsers ignore the comment. https://v8.dev/blog/explicit-compile-hints
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // Chromium reads the hint only before the first statement; later plugins prepend to the chunks.
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

/** Writes the source of each chunk into `.vite/modules.json`, where `check-size.mjs` looks for code that does not belong there. */
export function listModules(root: string): Plugin {
  return {
    name: 'list-modules',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const modules = [...chunksOf(bundle).values()].flatMap(({ moduleIds }) => moduleIds)
        const paths = modules.filter((id) => id.startsWith(root)).map((id) => id.slice(root.length))
        const source = JSON.stringify([...new Set(paths)].sort(), null, 1)
        this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source })
      },
    },
  }
}
