import { http, type HttpHandler } from 'msw'
import type { DeskProduct, Me, ProductImage, ProductRow, StockMove } from '@desk/api/records'
import { discountedQepik, toQepik } from '@shared/price'
import { inMinutes, nigar, nigarAsPerson, rashad } from './fixtures'
import { base, list, ok, refuse } from './handlers'
import { fakeMedia, savedImages } from './media'

// Invented products and sums.

const read = ['products.read', 'search', 'stream'] as const

/** People by what they may do with products. */
export const people = {
  manager: {
    ...nigar,
    role: 'manager',
    permissions: [...read, 'products.text', 'media.picture', 'products.price', 'stock.write', 'orders.read'],
  },
  editor: { ...nigar, role: 'editor', permissions: [...read, 'products.text', 'media.picture'] },
  warehouse: { ...nigar, role: 'warehouse', permissions: [...read, 'stock.write', 'orders.read'] },
  sales: { ...nigar, role: 'sales', permissions: [...read] },
} as const satisfies Record<string, Me | object> as unknown as Record<'manager' | 'editor' | 'warehouse' | 'sales', Me>

const image = (at: number): DeskProduct['images'][number] => ({
  mediaId: null,
  imageUrl: `/images/products/sk-101/${String(at)}-960.webp`,
  width: 1920,
  height: 2400,
  color: at === 1 ? 'oak' : null,
  placeholder: '#e8dfd2',
  altAz: at === 1 ? 'Şkaf, qapıları bağlı' : '',
  altRu: at === 1 ? 'Шкаф с закрытыми дверями' : '',
  altEn: at === 1 ? 'The wardrobe with closed doors' : '',
  focusX: 50,
  focusY: 50,
})

/** A wardrobe in the shop whose English lacks two texts and whose Russian description is older than its source. */
export const makeProduct = (changes: Partial<DeskProduct> = {}): DeskProduct => ({
  id: 1,
  code: 'SK-101',
  name: 'Palıd şkaf, üç qapılı',
  nameAz: 'Palıd şkaf, üç qapılı',
  nameRu: 'Шкаф дубовый, три двери',
  nameEn: 'Oak wardrobe, three doors',
  categoryId: 1,
  price: 1249.55,
  discount: 12,
  discountedPrice: 1099.6,
  stockQuantity: 5,
  reserved: 1,
  reorderAt: 2,
  imageUrl: image(1).imageUrl,
  isActive: true,
  showAt: null,
  hideAt: null,
  completeLanguages: ['az', 'ru'],
  reasons: [],
  version: 9,
  changedBy: nigarAsPerson,
  changedAt: inMinutes(-600),
  descriptionAz: 'Bütöv palıddan qapılar.',
  descriptionRu: 'Двери из массива дуба.',
  descriptionEn: 'Doors of solid oak.',
  externalMeasurementAz: '150 × 60 × 210 sm',
  externalMeasurementRu: '150 × 60 × 210 см',
  externalMeasurementEn: '150 × 60 × 210 cm',
  internalMeasurementAz: 'Rəf: 46 × 57 × 28 sm',
  internalMeasurementRu: 'Полки: 46 × 57 × 28 см',
  internalMeasurementEn: '',
  featuresAz: 'Bütöv ağac, 22 mm',
  featuresRu: 'Массив 22 мм',
  featuresEn: '',
  materialsAz: 'Bütöv palıd',
  materialsRu: 'Массив дуба',
  materialsEn: 'Solid oak',
  careAz: 'Nəm parça ilə silin',
  careRu: 'Протирайте влажной тканью',
  careEn: 'Wipe with a damp cloth',
  boxContentsAz: 'Gövdə və qapılar',
  boxContentsRu: 'Корпус и двери',
  boxContentsEn: 'Case and doors',
  weightGrams: 142_000,
  designCode: null,
  previousPrice: { price: 1249.55, discount: 15, discountedPrice: 1062.12, until: inMinutes(-4000) },
  isMadeToOrder: false,
  soldIn30Days: 6,
  colors: ['oak', 'walnut'],
  images: [image(1), image(2), image(3)],
  related: { mode: 'auto', productIds: [] },
  missing: { az: [], ru: [], en: ['internalMeasurement', 'features'] },
  stale: [{ field: 'descriptionRu', changedAt: inMinutes(-3000), changedBy: rashad, was: 'Palıd qapılar.' }],
  createdAt: inMinutes(-90_000),
  ...changes,
})

/** Products of a table: one in the shop, one hidden without a price or names, one made to order. */
export const makeProducts = (): DeskProduct[] => [
  makeProduct(),
  makeProduct({
    id: 2,
    code: 'SK-140',
    nameAz: 'Yeni şkaf',
    nameRu: '',
    nameEn: '',
    price: 0,
    discount: 0,
    discountedPrice: 0,
    stockQuantity: 1,
    reserved: 0,
    isActive: false,
    completeLanguages: ['az'],
    reasons: ['hidden', 'noPrice', 'nameMissing'],
    version: 1,
    stale: [],
  }),
  makeProduct({ id: 3, code: 'MT-210', nameEn: 'Corner kitchen', categoryId: 2, stockQuantity: null, isMadeToOrder: true, version: 4 }),
]

const move = (changes: Partial<StockMove>): StockMove => ({
  id: '1',
  at: inMinutes(-9000),
  delta: -1,
  balance: 5,
  reason: 'order',
  text: '',
  orderNumber: 'SB-4K7Q2M0X',
  actor: null,
  ...changes,
})

interface FakeCatalog {
  products: Map<string, DeskProduct>
  media: ReturnType<typeof fakeMedia>['state']
  moves: StockMove[]
  /** Fields of each code by the version and the person of their last change, where that was not who is signed in. */
  changedByOthers: Map<string, Record<string, number>>
  calls: { method: string; path: string; key: string | null; body: Record<string, unknown> }[]
  asked: URLSearchParams[]
}

/** Changes a product as another person does. */
export function changeAsOther(state: FakeCatalog, code: string, changes: Partial<DeskProduct>): void {
  const product = state.products.get(code)
  if (product === undefined) throw new Error(`there is no ${code}`)
  const version = product.version + 1
  state.products.set(code, { ...product, ...changes, version, changedBy: rashad, changedAt: inMinutes(0) })
  const fields = Object.fromEntries(Object.keys(changes).map((field) => [field, version]))
  state.changedByOthers.set(code, { ...state.changedByOthers.get(code), ...fields })
}

interface Change {
  code: string
  version?: number
  [field: string]: unknown
}

/** Answers the calls of products as the contract says, from memory. */
export function fakeCatalog(products = makeProducts()): { state: FakeCatalog; handlers: HttpHandler[] } {
  const media = fakeMedia()
  const state: FakeCatalog = {
    media: media.state,
    products: new Map(products.map((product) => [product.code, product])),
    moves: [
      move({}),
      move({ id: '2', delta: 4, balance: 6, reason: 'received', text: 'emalatxanadan', orderNumber: null, actor: nigarAsPerson }),
    ],
    changedByOthers: new Map(),
    calls: [],
    asked: [],
  }
  const rowOf = (product: DeskProduct): ProductRow => product
  const log = async (request: Request) => {
    const text = await request.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const path = new URL(request.url).pathname.split('/desk/')[1] ?? ''
    state.calls.push({ method: request.method, path, key: request.headers.get('Idempotency-Key'), body })
    return body
  }
  const refusedFields = (product: DeskProduct, changes: Record<string, unknown>) => {
    const next = { ...product, ...changes } as DeskProduct
    const errors: Record<string, string> = {}
    for (const [at, { imageUrl }] of next.images.entries()) if (imageUrl === '') errors[`images[${String(at)}].mediaId`] = 'MEDIA.NOT_READY'
    if (next.isActive && next.price === 0) errors.price = 'FIELD.REQUIRED'
    if (next.isActive && next.nameRu === '') errors.nameRu = 'FIELD.REQUIRED'
    if (next.isActive && next.nameEn === '') errors.nameEn = 'FIELD.REQUIRED'
    if (next.descriptionEn.includes('<script')) errors.descriptionEn = 'FIELD.INVALID'
    return errors
  }
  const patched = (product: DeskProduct, changes: Record<string, unknown>): DeskProduct => {
    const next = { ...product, ...changes } as DeskProduct
    return {
      ...next,
      discountedPrice: discountedQepik(toQepik(next.price), next.discount) / 100,
      reasons: next.isActive ? next.reasons.filter((reason) => reason !== 'hidden') : [...new Set([...next.reasons, 'hidden' as const])],
      stale: next.stale.filter(({ field }) => !(field in changes)),
      version: product.version + 1,
      changedBy: nigarAsPerson,
      changedAt: inMinutes(0),
    }
  }
  const conflicts = (code: string, version: number, changes: object) =>
    Object.keys(changes).filter((field) => (state.changedByOthers.get(code)?.[field] ?? 0) > version)

  const find = (query: URLSearchParams) => {
    const q = (query.get('q') ?? '').toLowerCase()
    const found = [...state.products.values()].filter(
      ({ code, nameAz, nameEn, isActive }) =>
        `${code} ${nameAz} ${nameEn}`.toLowerCase().includes(q) &&
        (query.get('isActive') === null || String(isActive) === query.get('isActive')),
    )
    return found.map(rowOf)
  }
  const handlers = [
    ...media.handlers,
    http.get(`${base}/products`, ({ request }) => {
      const query = new URL(request.url).searchParams
      state.asked.push(query)
      return list(find(query))
    }),
    http.get(`${base}/search`, ({ request }) =>
      ok({ quotes: [], orders: [], customers: [], products: find(new URL(request.url).searchParams), missing: [] }),
    ),
    http.post(`${base}/products/bulk`, async ({ request }) => {
      const { action, codes, rows, dryRun, discount } = (await log(request)) as {
        action: string
        codes?: string[]
        rows?: Change[]
        dryRun?: boolean
        discount?: number
      }
      const asked: Change[] =
        rows ?? (codes ?? []).map((code) => ({ code, ...(action === 'discount' ? { discount } : { isActive: action === 'show' }) }))
      const results = asked.map(({ code, version, ...changes }) => {
        const product = state.products.get(code)
        if (product === undefined) return { code, ok: false, errors: { general: 'PRODUCT.NOT_FOUND' }, changes: {} }
        const errors = refusedFields(product, changes)
        for (const field of conflicts(code, version ?? product.version, changes)) errors[field] = 'DESK.CHANGED'
        const differing = Object.entries(changes).filter(([field, value]) => product[field as keyof DeskProduct] !== value)
        const isOk = Object.keys(errors).length === 0
        return {
          code,
          ok: isOk,
          errors: isOk ? null : errors,
          changes: Object.fromEntries(differing.map(([field, value]) => [field, { from: product[field as keyof DeskProduct], to: value }])),
        }
      })
      const good = results.filter(({ ok: isOk }) => isOk)
      if (dryRun !== true) {
        for (const { code, changes } of good) {
          const product = state.products.get(code)
          if (product !== undefined)
            state.products.set(code, patched(product, Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]))))
        }
      }
      const undo = {
        action: 'rows',
        undo: true,
        rows: good.map(({ code, changes }) => ({
          code,
          version: state.products.get(code)?.version,
          ...Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from])),
        })),
      }
      return ok({ done: good.length, changed: good.length, results, undo: dryRun === true ? null : undo })
    }),
    http.post(`${base}/products`, async ({ request }) => {
      const { code, ...fields } = (await log(request)) as { code: string }
      if (state.products.has(code)) return refuse(409, { code: 'PRODUCT.CODE_TAKEN' })
      const made = makeProduct({
        ...fields,
        code,
        id: 99,
        price: 0,
        discount: 0,
        isActive: false,
        reasons: ['hidden', 'noPrice'],
        version: 1,
      })
      state.products.set(code, made)
      return ok(made)
    }),
    http.get(`${base}/products/:code/stock`, () => list(state.moves)),
    http.post(`${base}/products/:code/stock`, async ({ request, params }) => {
      const { delta, reason, text } = (await log(request)) as { delta: number; reason: StockMove['reason']; text: string }
      const product = state.products.get(String(params.code))
      const stock = (product?.stockQuantity ?? 0) + delta
      if (product === undefined) return refuse(404, { general: 'PRODUCT.NOT_FOUND' })
      if (stock < 0) return refuse(409, { delta: 'PRODUCT.NOT_ENOUGH' }, rowOf(product))
      const made = move({
        id: String(state.moves.length + 1),
        at: inMinutes(0),
        delta,
        balance: stock,
        reason,
        text,
        orderNumber: null,
        actor: nigarAsPerson,
      })
      state.moves = [made, ...state.moves]
      state.products.set(product.code, { ...product, stockQuantity: stock })
      return ok({ stockQuantity: stock, move: made })
    }),
    http.get(`${base}/products/:code/prices`, () =>
      ok([
        { at: inMinutes(-600), price: 1249.55, discount: 12, discountedPrice: 1099.6, by: nigarAsPerson },
        { at: inMinutes(-60_000), price: 1249.55, discount: 15, discountedPrice: 1062.12, by: null },
      ]),
    ),
    http.get(`${base}/products/:code`, ({ params }) => {
      const product = state.products.get(String(params.code))
      return product === undefined ? refuse(404, { general: 'PRODUCT.NOT_FOUND' }) : ok(product)
    }),
    http.patch(`${base}/products/:code`, async ({ request, params }) => {
      const { version, confirm, ...sent } = await log(request)
      const product = state.products.get(String(params.code))
      if (product === undefined) return refuse(404, { general: 'PRODUCT.NOT_FOUND' })
      const images = sent.images as readonly Partial<ProductImage>[] | undefined
      const changes = { ...sent, ...(images !== undefined && { images: savedImages(state.media.media, product.images, images) }) }
      const errors = refusedFields(product, changes)
      if (Object.keys(errors).length > 0) return refuse(400, errors)
      const fields = conflicts(product.code, Number(version), changes)
      if (fields.length > 0)
        return refuse(409, { version: 'DESK.CHANGED', ...Object.fromEntries(fields.map((field) => [field, 'DESK.CHANGED'])) }, product)
      const confirmed = new Set((confirm ?? []) as string[])
      const next = patched({ ...product, stale: product.stale.filter(({ field }) => !confirmed.has(field)) }, changes)
      state.products.set(next.code, next)
      return ok(next)
    }),
    http.get('*/api/v1.0/products/:id', ({ params }) =>
      // Not the search.
      /^\d+$/.test(String(params.id))
        ? ok({ ...makeProduct({ id: Number(params.id), code: 'SK-102', nameEn: 'Pine wardrobe' }), images: [] })
        : undefined,
    ),
  ]
  return { state, handlers }
}
