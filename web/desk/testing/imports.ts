import { http, HttpResponse, type HttpHandler } from 'msw'
import type { Import, ImportRow } from '@desk/api/records'
import { inMinutes, nigarAsPerson } from './fixtures'
import { base, list, ok, refuse } from './handlers'

// Invented products and sums.

const column = (head: string, field: Import['columns'][number]['field'], ...examples: string[]) => ({ head, field, examples })

/** A Shopify file whose columns wait for their fields. */
export const makeImport = (changes: Partial<Import> = {}): Import => ({
  id: '01936b2e-7c00-7000-8000-000000000901',
  name: 'shop.csv',
  format: 'csv',
  source: 'shopify',
  state: 'mapping',
  separator: ',',
  decimal: '.',
  erase: '-',
  categoryId: null,
  columns: [
    column('Handle', 'code', 'SK-101', 'SK-140'),
    column('Title', 'nameEn', 'Oak wardrobe', 'New wardrobe', 'Pine wardrobe'),
    column('Variant Price', 'price', '1300.50'),
    column('Vendor', null, 'Storefront'),
    column('Notes', null),
  ],
  rows: 9,
  done: 0,
  counts: null,
  reason: null,
  pictures: null,
  undoUntil: null,
  createdBy: nigarAsPerson,
  createdAt: inMinutes(-5),
  version: 1,
  ...changes,
})

const row = (changes: Partial<ImportRow>): ImportRow => ({
  row: 2,
  code: 'SK-101',
  result: 'changed',
  changes: {},
  errors: {},
  kept: {},
  pictures: [],
  ...changes,
})

const longText = 'Bütöv palıddan qapılar, '.repeat(20).trim()

const makeImportRows = (): ImportRow[] => [
  row({
    changes: { price: { from: 1249.55, to: 1300.5 }, nameEn: { from: 'Oak wardrobe, three doors', to: 'Oak wardrobe' } },
    kept: { nameEn: 'DESK.CHANGED' },
  }),
  row({
    row: 3,
    code: 'SK-900',
    result: 'new',
    changes: {
      nameAz: { from: null, to: 'Şam şkaf' },
      nameEn: { from: null, to: 'Pine wardrobe' },
      price: { from: null, to: 640 },
      categoryId: { from: null, to: 1 },
      descriptionAz: { from: null, to: longText },
      isActive: { from: null, to: false },
    },
  }),
  row({
    row: 5,
    code: 'MT-210',
    result: 'unchanged',
    pictures: [{ url: 'https://cdn.example/table.jpg', isWaiting: false, reason: 'MEDIA.FETCH' }],
  }),
  row({ row: 6, code: 'XX-1', result: 'refused', errors: { price: 'FIELD.INVALID', nameAz: 'FIELD.REQUIRED' } }),
  row({ row: 8, code: 'SK-101', result: 'refused', errors: { code: 'IMPORT.DUPLICATE' } }),
]

const next: Readonly<Partial<Record<Import['state'], Import['state']>>> = { checking: 'ready', applying: 'applied', undoing: 'undone' }

interface FakeImports {
  imports: Map<string, Import>
  rows: ImportRow[]
  calls: { path: string; key: string | null; body: unknown }[]
  /** Queries of what was downloaded, by path. */
  downloads: Map<string, URLSearchParams>
  /** How often a step is read before it has ended. */
  reads: number
}

/** Answers the calls of imports and exports as the contract says, from memory. */
export function fakeImports(...imports: Import[]): { state: FakeImports; handlers: HttpHandler[] } {
  const state: FakeImports = {
    imports: new Map(imports.map((item) => [item.id, item])),
    rows: makeImportRows(),
    calls: [],
    downloads: new Map(),
    reads: 1,
  }
  const keep = (item: Import) => {
    state.imports.set(item.id, item)
    return ok(item)
  }
  const counted = (result: ImportRow['result']) => state.rows.filter((one) => one.result === result).length
  const isKept = (one: ImportRow) => Object.keys(one.kept).length > 0
  const ended = (item: Import): Import => {
    const to = next[item.state] ?? item.state
    const counts = {
      new: counted('new'),
      changed: counted('changed'),
      unchanged: counted('unchanged'),
      refused: counted('refused'),
      kept: to === 'undone' ? state.rows.filter(isKept).length : 0,
    }
    return {
      ...item,
      state: to,
      done: item.rows,
      counts,
      undoUntil: to === 'applied' ? inMinutes(30 * 24 * 60) : null,
      version: item.version + 1,
    }
  }
  let reads = 0
  const log = async (request: Request) => {
    const text = request.headers.get('Content-Type')?.includes('json') === true ? await request.text() : ''
    const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
    state.calls.push({
      path: new URL(request.url).pathname.split('/desk/')[1] ?? '',
      key: request.headers.get('Idempotency-Key'),
      body,
    })
    return body
  }
  /** A step of an import that is in one of the states. */
  const step = (method: 'put' | 'post', path: string, from: readonly Import['state'][], to: Import['state']) =>
    http[method](`${base}/products/imports/:id/${path}`, async ({ request, params }) => {
      const body = await log(request)
      const item = state.imports.get(String(params.id))
      if (item === undefined) return refuse(404, { general: 'IMPORT.NOT_FOUND' })
      if (!from.includes(item.state)) return refuse(409, { general: 'IMPORT.STATE' }, item)
      if (body !== null && body.version !== item.version) return refuse(409, { version: 'DESK.CHANGED' }, item)
      const fields = body?.fields as Import['columns'][number]['field'][] | undefined
      const columns = item.columns.map((one, at) => ({ ...one, field: fields === undefined ? one.field : (fields[at] ?? null) }))
      return keep({ ...item, columns, state: to, done: 0, version: item.version + 1 })
    })
  const file = (path: string, name: string) =>
    http.get(`${base}/${path}`, ({ request }) => {
      state.downloads.set(path, new URL(request.url).searchParams)
      return new HttpResponse('\ufeffKod;Ad\r\n', {
        headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` },
      })
    })
  const handlers = [
    file('products.csv', 'products-2026-11-26.csv'),
    file('products/imports/:id/refused.csv', 'shop-refused.csv'),
    http.get(`${base}/products/imports`, () => list([...state.imports.values()])),
    http.post(`${base}/products/imports`, async ({ request }) => {
      await log(request)
      return keep(makeImport())
    }),
    http.get(`${base}/products/imports/:id/rows`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const isWanted = (one: ImportRow) => {
        if (query.get('kept') === 'true') return isKept(one)
        if (query.get('failedPictures') === 'true') return one.pictures.some(({ reason }) => reason !== null)
        return one.result === query.get('result')
      }
      return list(state.rows.filter(isWanted))
    }),
    step('put', 'mapping', ['mapping', 'ready', 'failed', 'undone'], 'checking'),
    step('post', 'apply', ['ready'], 'applying'),
    http.post(`${base}/products/imports/:id/pictures/retry`, async ({ request, params }) => {
      await log(request)
      const item = state.imports.get(String(params.id))
      if (item === undefined) return refuse(404, { general: 'IMPORT.NOT_FOUND' })
      const { waiting = 0, fetched = 0, failed = 0 } = item.pictures ?? {}
      return keep({ ...item, pictures: { waiting: waiting + failed, fetched, failed: 0 } })
    }),
    step('post', 'undo', ['applied', 'failed'], 'undoing'),
    http.get(`${base}/products/imports/:id`, ({ params }) => {
      const item = state.imports.get(String(params.id))
      if (item === undefined) return refuse(404, { general: 'IMPORT.NOT_FOUND' })
      if (next[item.state] === undefined) return ok(item)
      reads += 1
      if (reads < state.reads) return keep({ ...item, done: 4 })
      reads = 0
      return keep(ended(item))
    }),
  ]
  return { state, handlers }
}
