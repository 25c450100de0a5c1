import type { CSSOptions } from 'vite'
import * as media from '../shared/media.ts'

const queries: Readonly<Record<string, string>> = media

interface Rule {
  params: string
  error: (message: string) => Error
}

function nameQueries(rule: Rule): void {
  rule.params = rule.params.replace(/\(--(\w+)\)/g, (_, name: string) => {
    const query = queries[name]
    if (query === undefined) throw rule.error(`shared/media.ts has no query named ${name}`)
    return query
  })
}

/** Replaces `(--wide)` in `@media` and `@container` by the query of that name in `shared/media.ts`. */
export const css: CSSOptions = {
  postcss: { plugins: [{ postcssPlugin: 'media', AtRule: { media: nameQueries, container: nameQueries } }] },
}
