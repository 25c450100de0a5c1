import { http, HttpResponse, type HttpHandler } from 'msw'
import type { PriceBook, PriceBookImport, PriceBookRow, PriceEffect } from '@desk/api/price-books'
import { inMinutes, nigarAsPerson, rashad, tural } from './fixtures'
import { base, ok, refuse } from './handlers'

// Invented costs, of no real supplier.

const sheetMm = [2800, 2070]

const costs = (): Pick<PriceBook, 'boards' | 'fittings' | 'work' | 'markupPercent'> => ({
  markupPercent: { boards: 28, fittings: 22, work: 32 },
  boards: {
    lam18: { sheetMm, wastePercent: 18, edgePerM: 0.85, perM2: { white: 14.5, sand: 16.5, graphite: 17.8 } },
    wood19: { sheetMm, wastePercent: 25, edgePerM: 1.7, perM2: { oak: 41, ash: 38, walnut: 56, 'smoked-oak': 47 } },
    paint19: {
      sheetMm,
      wastePercent: 15,
      edgePerM: 1.2,
      perM2: { white: 46, sand: 48, graphite: 49, sage: 50, forest: 50, terracotta: 50, black: 51 },
    },
    solid19: { sheetMm: [2800, 1000], wastePercent: 35, edgePerM: null, perM2: { oak: 98, ash: 86, walnut: 145, 'smoked-oak': 108 } },
    box16: { sheetMm, wastePercent: 15, edgePerM: 0.75, perM2: { white: 12.8 } },
    back6: {
      sheetMm,
      wastePercent: 15,
      edgePerM: null,
      perM2: { white: 7.2, sand: 7.6, graphite: 7.8, oak: 16.5, ash: 15.5, walnut: 21, 'smoked-oak': 18 },
    },
  },
  fittings: {
    ...{ bolt: 0.45, bracket: 1.4, cam: 0.38, cell: 0.88, confirmat: 0.06, foot: 0.95, groove: 3.5, 'handle-bar': 9.8, 'handle-knob': 5.6 },
    ...{ hanger: 4.2, 'hinge-full': 3.9, 'hinge-half': 4.1, leg: 11.5, mirror: 32, pin: 0.09, 'plinth-clip': 0.4, push: 4.2, rail: 6.2 },
    ...{ 'rail-end': 1.1, 'rail-middle': 2.6, 'runner-250': 14.5, 'runner-300': 15, 'runner-350': 15.8, 'runner-400': 16.6 },
    ...{ 'runner-450': 17.5, 'runner-500': 18.5, 'runner-550': 19.8, 'slide-set': 56, straightener: 14, track: 23 },
  },
  work: { part: 1.9, m2: 4.2, door: 6.5, drawer: 13, slide: 22, site: 12.5, order: 65 },
})

/** The rates that follow from the costs of a book, in thousandths of a qəpik. */
function ratesOf(book: Omit<PriceBook, 'rates'>): PriceBook['rates'] {
  const { markupPercent, vatPercent, edgeWastePercent } = book
  const rate = (cost: number, ...percents: number[]) =>
    Math.round(percents.reduce((sum, percent) => sum * (1 + percent / 100), cost * 100_000))
  const mapped = (of: Record<string, number>, ...percents: number[]) =>
    Object.fromEntries(Object.entries(of).map(([key, cost]) => [key, rate(cost, ...percents)]))
  const ofBoards = (each: (board: PriceBook['boards'][string], name: string) => Record<string, number>) =>
    Object.assign({}, ...Object.entries(book.boards).map(([name, board]) => each(board, name))) as Record<string, number>
  return {
    version: book.version,
    rules: book.rules,
    validFrom: book.validFrom,
    bandPercent: book.bandPercent,
    vatPercent,
    roundTo: Math.round(book.roundTo * 100),
    board: ofBoards(({ perM2, wastePercent }, name) =>
      mapped(
        Object.fromEntries(Object.entries(perM2).map(([finish, cost]) => [`${name}.${finish}`, cost])),
        wastePercent,
        markupPercent.boards,
        vatPercent,
      ),
    ),
    edge: ofBoards(({ perM2, edgePerM }, name) =>
      mapped(
        Object.fromEntries(Object.keys(edgePerM == null ? {} : perM2).map((finish) => [`${name}.${finish}`, edgePerM ?? 0])),
        edgeWastePercent,
        markupPercent.boards,
        vatPercent,
      ),
    ),
    fittings: mapped(book.fittings, markupPercent.fittings, vatPercent),
    work: mapped(book.work, markupPercent.work, vatPercent),
  }
}

/** A book with the rates that follow from it. */
export function makePriceBook(changes: Partial<PriceBook> = {}): PriceBook {
  const book = {
    version: 1,
    state: 'inForce' as const,
    validFrom: inMinutes(-60_000),
    publishedBy: null,
    publishedAt: inMinutes(-60_000),
    changedBy: null,
    changedAt: inMinutes(-60_000),
    recordVersion: 1,
    rules: 1,
    vatPercent: 18,
    bandPercent: 8,
    roundTo: 1,
    edgeWastePercent: 8,
    ...costs(),
    ...changes,
  }
  return { ...book, rates: changes.rates === undefined ? ratesOf(book) : changes.rates }
}

/** A copy of a book with changed cells, dotted as in the contract. */
function withCells(book: PriceBook, cells: Readonly<Record<string, unknown>>): PriceBook {
  const copy = structuredClone(book) as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(cells)) {
    const path = name.split('.')
    const last = path.pop() ?? ''
    let node = copy
    for (const key of path) node = node[key] as Record<string, unknown>
    if (value === null) Reflect.deleteProperty(node, last)
    else node[last] = value
  }
  const changed = copy as unknown as PriceBook
  return { ...changed, rates: ratesOf(changed) }
}

/** The draft after a book, changed by a person. */
export const makeDraft = (changes: Partial<PriceBook> = {}, cells: Readonly<Record<string, unknown>> = {}): PriceBook => {
  const draft = withCells(
    makePriceBook({
      version: 2,
      state: 'draft',
      validFrom: null,
      publishedAt: null,
      changedBy: { id: tural.id, name: 'Tural Abbasov' },
      changedAt: inMinutes(-3),
      recordVersion: 4,
    }),
    cells,
  )
  return { ...draft, ...changes }
}

/** The cells that the draft of the pictures changes. */
export const dearerCells = {
  'boards.wood19.perM2.oak': 45.5,
  'boards.wood19.perM2.ash': 41.5,
  'fittings.hinge-full': 4.3,
  'fittings.hinge-half': 4.5,
  'fittings.handle-knob': 5.2,
} as const

const effect: PriceEffect = {
  count: 100,
  dearer: 95,
  same: 5,
  cheaper: 0,
  meanPercent: 1.6,
  maxPercent: 6.5,
  bins: [0, 5, 53, 5, 25, 0, 5, 5, 2],
  top: [
    { code: 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja', before: 1904, after: 2027, percent: 6.5 },
    { code: 'EBAAQJxI_JYAAApSVAAgRAAgFAAgFAAgRAAgRBHe', before: 1714, after: 1817, percent: 6 },
    { code: 'EBAAQpfqPKUAAsY0DAAASAACFAAAiErJ', before: 1477, after: 1558, percent: 5.5 },
    { code: 'EBAAQHCY_JYAAABwDAAgFAAgFAAgREJz', before: 1336, after: 1409, percent: 5.5 },
    { code: 'EBAAQLuKKJYHCAAAWAAgRAAgFAAgRAAgRAAgFAAgRD63', before: 961, after: 1012, percent: 5.3 },
  ],
  openOffers: 7,
  drafts: 3,
}

interface FakePriceBooks {
  books: Map<number, PriceBook>
  effect: PriceEffect
  /** True once the person has given the code, which publishing and files need. */
  hasStepUp: () => boolean
  calls: { path: string; body: Record<string, unknown> }[]
  /** Refusal of the next publishing. */
  refusal: Record<string, string> | null
  /** Answer to a file that is read. */
  file: Omit<PriceBookImport, 'book'>
}

const rowOf = (book: PriceBook): PriceBookRow => {
  const { version, state, validFrom, publishedBy, publishedAt, changedBy, changedAt, recordVersion } = book
  return { version, state, validFrom, publishedBy, publishedAt, changedBy, changedAt, recordVersion }
}

/** Answers the calls of price books as the contract says, from memory. */
export function fakePriceBooks(...books: PriceBook[]): { state: FakePriceBooks; handlers: HttpHandler[] } {
  const state: FakePriceBooks = {
    books: new Map(books.map((book) => [book.version, book])),
    effect,
    hasStepUp: () => true,
    calls: [],
    refusal: null,
    file: { changes: {}, errors: [] },
  }
  const all = () => [...state.books.values()].sort((one, other) => other.version - one.version)
  const draft = () => all().find((book) => book.state === 'draft')
  const keep = (book: PriceBook) => {
    state.books.set(book.version, book)
    return ok(book)
  }
  const log = async (request: Request) => {
    const isJson = request.headers.get('Content-Type')?.includes('json') === true
    const body = isJson ? ((await request.json()) as Record<string, unknown>) : {}
    const url = new URL(request.url)
    state.calls.push({ path: `${request.method} ${url.pathname.split('/desk/')[1] ?? ''}${url.search}`, body })
    return body
  }
  const notFound = () => refuse(404, { general: 'PRICE_BOOK.NOT_FOUND' })
  const changed = (book: PriceBook, cells: Record<string, unknown>) => ({
    ...withCells(book, cells),
    recordVersion: book.recordVersion + 1,
    changedBy: { id: tural.id, name: 'Tural Abbasov' },
    changedAt: inMinutes(0),
  })
  const handlers = [
    http.get(`${base}/price-books`, () => ok(all().map(rowOf))),
    http.post(`${base}/price-books`, async ({ request }) => {
      const { copyFrom } = await log(request)
      const present = draft()
      if (present !== undefined) return refuse(409, { general: 'PRICE_BOOK.DRAFT_EXISTS' }, present)
      const from = state.books.get(Number(copyFrom)) ?? makePriceBook()
      const version = Math.max(...state.books.keys()) + 1
      return keep({ ...from, version, state: 'draft', validFrom: null, publishedAt: null, recordVersion: 1, changedAt: inMinutes(0) })
    }),
    http.post(`${base}/price-books/draft/effect`, async ({ request }) => {
      await log(request)
      return ok(state.effect)
    }),
    http.post(`${base}/price-books/draft/publish`, async ({ request }) => {
      if (!state.hasStepUp()) return refuse(403, { general: 'DESK.STEP_UP' })
      const { validFrom } = await log(request)
      const book = draft()
      if (book === undefined) return notFound()
      if (state.refusal !== null) return refuse(400, state.refusal)
      const by = { publishedBy: nigarAsPerson, publishedAt: inMinutes(0) }
      if (typeof validFrom === 'string') return keep({ ...book, ...by, state: 'planned', validFrom })
      for (const one of state.books.values()) if (one.state === 'inForce') state.books.set(one.version, { ...one, state: 'past' })
      return keep({ ...book, ...by, state: 'inForce', validFrom: inMinutes(0) })
    }),
    http.post(`${base}/price-books/draft/csv`, async ({ request }) => {
      await log(request)
      const book = draft()
      if (book === undefined) return notFound()
      if (new URL(request.url).searchParams.get('dryRun') === 'true') return ok({ ...state.file, book: null })
      const cells = Object.fromEntries(Object.entries(state.file.changes).map(([cell, { to }]) => [cell, to]))
      const next = changed(book, cells)
      state.books.set(next.version, next)
      return ok({ ...state.file, book: next })
    }),
    http.get(`${base}/price-books/draft`, () => {
      const book = draft()
      return book === undefined ? notFound() : ok(book)
    }),
    http.patch(`${base}/price-books/draft`, async ({ request }) => {
      const { recordVersion, ...cells } = await log(request)
      const book = draft()
      if (book === undefined) return notFound()
      if (recordVersion !== book.recordVersion) return refuse(409, { recordVersion: 'DESK.CHANGED' }, book)
      return keep(changed(book, cells))
    }),
    http.delete(`${base}/price-books/draft`, async ({ request }) => {
      await log(request)
      const book = draft()
      if (book !== undefined) state.books.delete(book.version)
      return ok()
    }),
    http.get(`${base}/price-books/:version`, async ({ request, params }) => {
      const name = String(params.version)
      if (name.endsWith('.csv')) {
        if (!state.hasStepUp()) return refuse(403, { general: 'DESK.STEP_UP' })
        await log(request)
        return new HttpResponse('\ufeffAçar;Ad\r\n', {
          headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="price-book-2.csv"' },
        })
      }
      const book = state.books.get(Number(name))
      return book === undefined ? notFound() : ok(book)
    }),
  ]
  return { state, handlers }
}

/** Somebody else saves cells of the draft. */
export function changeByOther(state: FakePriceBooks, cells: Readonly<Record<string, unknown>>): void {
  for (const book of state.books.values()) {
    if (book.state !== 'draft') continue
    const next = { ...withCells(book, cells), recordVersion: book.recordVersion + 1, changedBy: rashad, changedAt: inMinutes(0) }
    state.books.set(book.version, next)
  }
}
