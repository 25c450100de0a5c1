import type { CSSOptions } from 'vite'
import * as media from '../shared/media.ts'

const queries: Readonly<Record<string, string>> = media

/** Replaces `(--wide)` in `@media` by the query of that name in `shared/media.ts`. */
export const css: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'media',
        AtRule: {
          media(rule) {
            rule.params = rule.params.replace(/\(--(\w+)\)/g, (_, name: string) => {
              const query = queries[name]
              if (query === undefined) throw rule.error(`shared/media.ts has no query named ${name}`)
              return query
            })
          },
        },
      },
    ],
  },
}
