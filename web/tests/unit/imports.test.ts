import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const aliases = { '@/': 'src/', '@desk/': 'desk/', '@shared/': 'shared/' }

const sources = ['src', 'desk', 'shared'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** The specifiers of static, dynamic and type imports, and of exports from another file. */
const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g

/** The project's path of an import, or null of a package. */
function target(source: string, imported: string): string | null {
  if (imported.startsWith('.')) return normalize(join(dirname(source), imported))
  const alias = Object.entries(aliases).find(([prefix]) => imported.startsWith(prefix))
  return alias === undefined ? null : alias[1] + imported.slice(alias[0].length)
}

const imports = sources.flatMap((source) =>
  [...readFileSync(source, 'utf8').matchAll(specifier)].flatMap(([, imported = '']) => {
    const to = target(source, imported)
    return to === null ? [] : [{ source, to }]
  }),
)

const within = (path: string, folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`))

/** The part of a path below a folder of parts, such as a feature. */
const partOf = (path: string, folder: string) => (within(path, [folder]) ? path.slice(folder.length + 1).split('/')[0] : null)

/** Imports run one way: app -> features -> components -> stores -> lib; the desk's likewise. */
const rules: [rule: string, from: string[], never: string[]][] = [
  ['features do not import the app', ['src/features'], ['src/app']],
  ['shared code of the shop does not import features or the app', ['src/components', 'src/lib', 'src/stores'], ['src/app', 'src/features']],
  ['lib and stores do not import components', ['src/lib', 'src/stores'], ['src/components']],
  ['lib does not import stores', ['src/lib'], ['src/stores']],
  ['the shared folder imports neither the shop nor the desk', ['shared'], ['src', 'desk']],
  ['the shop does not import the desk', ['src'], ['desk']],
  ['the desk does not import the shop', ['desk'], ['src']],
  ['shared code of the desk does not import screens or the app', ['desk/components', 'desk/lib', 'desk/api'], ['desk/app', 'desk/screens']],
]

describe('imports run one way', () => {
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(2_000)
    expect(imports).toContainEqual({ source: 'src/main.ts', to: expect.any(String) as string })
  })

  it.each(rules)('%s', (_, from, never) => {
    expect(imports.filter(({ source, to }) => within(source, from) && within(to, never))).toEqual([])
  })

  it.each(['src/features', 'desk/screens'])('a part of %s imports no other', (folder) => {
    const between = imports.filter(({ source, to }) => {
      const [one, other] = [partOf(source, folder), partOf(to, folder)]
      return one !== null && other !== null && one !== other
    })
    expect(between).toEqual([])
  })
})
