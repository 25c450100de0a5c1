import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import scenes from '../src/lib/scenes/scenes.json' with { type: 'json' }

/** The screens that most visits begin with, and their code; `:id` stands for any one. */
const screens = {
  '/': 'src/features/home/HomePage.tsx',
  '/shop': 'src/features/catalog/ShopPage.tsx',
  '/shop/:id': 'src/features/catalog/ProductPage.tsx',
} as const

const home = '/' satisfies keyof typeof screens

function link(screen: string, attributes: Record<string, string | true>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attributes, 'data-screen': screen }, injectTo: 'head' }
}

/** The home page's first picture in the crop that the window takes, as `Picture` asks for it. */
function hero(name: 'hero' | 'hero-narrow', media: string): HtmlTagDescriptor {
  const files = scenes[name].widths.map((width) => `/images/scenes/${name}/1-${width}.avif ${width}w`)
  return link(home, {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imagesrcset: files.join(', '),
    imagesizes: '100vw',
    media,
  })
}

/** A chunk with all that it imports at once. */
function withImports(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunks.get(file)?.imports ?? []) withImports(chunks, imported, seen)
  return seen
}

/**
 * Lets the page ask at once for what its own screen needs, which the app would find out only when it runs. The gateway
 * keeps the links of the screen that an address leads to.
 */
export function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle)
            .filter((output) => output.type === 'chunk')
            .map((chunk) => [chunk.fileName, chunk]),
        )
        const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
        const always = entry === undefined ? new Set<string>() : withImports(chunks, entry.fileName)
        const links = Object.entries(screens).flatMap(([screen, source]) => {
          const first = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
          if (first === undefined) throw new Error(`${source} is no screen of its own`)
          const own = [...withImports(chunks, first.fileName)].filter((file) => !always.has(file))
          const styles = new Set(own.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]))
          return [
            ...own.map((file) => link(screen, { rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
            ...[...styles].map((file) =>
              link(screen, { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` }),
            ),
          ]
        })
        return [...links, hero('hero', '(min-width: 600px)'), hero('hero-narrow', '(max-width: 599px)')]
      },
    },
  }
}
