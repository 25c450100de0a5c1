import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const stylesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), 'utf8') }))

const shared = stylesOf('shared')
const apps = { shop: stylesOf('src'), desk: stylesOf('desk') }
const scales = /(tokens|scale|fonts)\.css$/
const styles = [...shared, ...apps.shop, ...apps.desk].filter(({ path }) => !scales.test(path))

/** Innermost rules of a stylesheet, with their declarations. */
const rulesOf = (text: string) =>
  [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    declarations: [...body.matchAll(/^\s*([\w-]+): ([^;]+);/gm)].map(([, property = '', value = '']) => ({ property, value })),
  }))

/** Text in a drawing is measured in the drawing's units. */
const drawings = /(PieceOutline|Drawings|Room)\.module\.css$/

const allowed: Readonly<Record<string, RegExp>> = {
  font: /^(inherit|var\(--type-[\w-]+\))$/,
  'font-size': /^never$/,
  'line-height': /^never$/,
  'font-weight': /^(inherit|var\(--weight-\w+\))$/,
  'letter-spacing': /^(inherit|var\(--track-[\w-]+\))$/,
  'border-radius': /^(0|var\(--radius(-full)?\))$/,
  'z-index': /^var\(--layer-\w+\)$/,
}

it.each(Object.entries(allowed))('takes %s from the tokens', (name, values) => {
  const found = styles.flatMap(({ path, text }) =>
    rulesOf(text).flatMap(({ selector, declarations }) =>
      declarations
        .filter(({ property, value }) => property === name && !values.test(value))
        .filter(() => !(name === 'font-size' && drawings.test(path)))
        .map(({ value }) => `${path} ${selector}: ${value}`),
    ),
  )
  expect(found).toEqual([])
})

/** Larger distances are room for another part; one pixel is a border's. */
const isStep = (pixels: number) => pixels > 1 && (pixels <= 40 || pixels === 48 || pixels === 56 || pixels === 72)

it('takes gaps, paddings and margins from the tokens', () => {
  const found = styles.flatMap(({ path, text }) =>
    rulesOf(text).flatMap(({ selector, declarations }) =>
      declarations
        .filter(({ property }) => /^((row|column)-)?gap$|^(padding|margin)/.test(property))
        .filter(({ value }) => [...value.matchAll(/(\d+)px/g)].some(([, pixels]) => isStep(Number(pixels))))
        .map(({ property, value }) => `${path} ${selector}: ${property}: ${value}`),
    ),
  )
  expect(found).toEqual([])
})

it('sets the font and the tracking of one step together', () => {
  const step = (value = '') => /^var\(--(?:type|track)-([\w-]+)\)$/.exec(value)?.[1] ?? value
  const found = styles.flatMap(({ path, text }) =>
    rulesOf(text)
      .map(({ selector, declarations }) => {
        const value = (name: string) => declarations.find(({ property }) => property === name)?.value
        return { selector, font: step(value('font')), tracking: step(value('letter-spacing')) }
      })
      .filter(({ font, tracking }) => font !== tracking)
      .map(({ selector }) => `${path} ${selector}`),
  )
  expect(found).toEqual([])
})

it('takes colours from the tokens', () => {
  const found = styles.flatMap(({ path, text }) => [...text.matchAll(/#[\da-f]{3,8}\b|rgb\(/g)].map(([colour]) => `${path} ${colour}`))
  expect(found).toEqual([])
})

it('colours the browser as the header is on phones', () => {
  const ground = /--ground: (#[\da-f]{6})/.exec(readFileSync('shared/styles/tokens.css', 'utf8'))?.[1] ?? ''
  const page = /name="theme-color" content="([^"]+)"/.exec(readFileSync('index.html', 'utf8'))?.[1] ?? ''
  const { theme_color: installed } = JSON.parse(readFileSync('public/app.webmanifest', 'utf8')) as { theme_color: string }
  expect([page.toLowerCase(), installed.toLowerCase()]).toEqual([ground, ground])
})

it('names the queries by width', () => {
  const found = [...styles, ...stylesOf('src'), ...stylesOf('desk')].flatMap(({ path, text }) =>
    [...text.matchAll(/@(?:media|container) [^{]*\d[^{]*/g)].map(([query]) => `${path} ${query}`),
  )
  expect(found).toEqual([])
})

describe.each(Object.entries(apps))('the styles of the %s', (_, own) => {
  it('use only tokens that exist', () => {
    const all = [...shared, ...own]
    const set = new Set(all.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)))
    const used = all.flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--(?:type|track|weight|space|radius|layer|print|ink|amber)[\w-]*)\)/g)]
        .filter(([, name]) => !set.has(name))
        .map(([, name]) => `${path} ${String(name)}`),
    )
    expect(used).toEqual([])
  })
})

it('names the widths in sizes of pictures', () => {
  const scripts = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  const found = scripts.filter((path) => /\((?:min|max)-width:/.test(readFileSync(join('src', path), 'utf8')))
  expect(found).toEqual([])
})
