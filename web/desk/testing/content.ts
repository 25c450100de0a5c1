import { http, type HttpHandler } from 'msw'
import type { DeskCampaign, DeskHomeText, DeskHours, DeskProject, DeskPromo, DeskStore } from '@desk/api/content'
import type { ContentRow, Me } from '@desk/api/records'
import { inMinutes, nigar, nigarAsPerson } from './fixtures'
import { base, ok, refuse } from './handlers'
import { fakeMedia } from './media'

// Invented texts.

/** A person who writes the content. */
export const editor = {
  ...nigar,
  role: 'editor',
  permissions: ['content.write', 'media.picture', 'products.read', 'search', 'stream'],
} as const satisfies object as unknown as Me

const row = { state: 'shown', isDraft: false, version: 7, changedBy: nigarAsPerson, changedAt: inMinutes(-600) } as const
const picture = { mediaId: null, altAz: 'Mətbəx', altRu: 'Кухня', altEn: 'A kitchen', focusX: 58, focusY: 70 }
const image = (imageUrl: string) => ({ imageUrl, width: 1320, height: 1080, placeholder: '#e8dfd2', color: null })

const campaign = (changes: Partial<DeskCampaign>): DeskCampaign => ({
  ...row,
  ...picture,
  id: 1,
  code: 'winter',
  name: '20 % off wardrobes this winter',
  description: 'Until the campaign ends.',
  nameAz: 'Qış üçün 20 % şkaflara',
  nameRu: 'Зимой 20 % на шкафы',
  nameEn: '20 % off wardrobes this winter',
  descriptionAz: 'Kampaniya bitənədək.',
  descriptionRu: 'До конца акции.',
  descriptionEn: 'Until the campaign ends.',
  imageUrl: '/images/campaigns/winter/1-960.webp',
  image: image('/images/campaigns/winter/1-960.webp'),
  startDate: null,
  endDate: inMinutes(6_000),
  ...changes,
})

/** One campaign in each state. */
const makeCampaigns = (): DeskCampaign[] => [
  campaign({}),
  campaign({
    id: 2,
    code: 'kitchen-plan',
    nameAz: 'Mətbəxin ölçüsü və planı bizdən',
    nameRu: 'Замер и план кухни за наш счёт',
    nameEn: 'Your kitchen measured and planned, on us',
    state: 'planned',
    startDate: inMinutes(9_000),
    endDate: inMinutes(50_000),
  }),
  campaign({ id: 3, code: 'october', nameEn: 'October delivery', state: 'ended', endDate: inMinutes(-40_000) }),
  campaign({ id: 4, code: 'spring', nameAz: 'Yaz', nameRu: '', nameEn: '', state: 'draft', isDraft: true, endDate: null, version: 1 }),
]

const promo = (position: number, code: string, text: string): DeskPromo => ({
  ...row,
  position,
  code,
  textAz: text,
  textRu: text,
  textEn: text,
  showAt: null,
})

const project = (changes: Partial<DeskProject>): DeskProject => ({
  ...row,
  ...picture,
  position: 0,
  id: 1,
  code: 'green-kitchen',
  title: 'Green kitchen',
  description: 'Oak and green lacquer.',
  titleAz: 'Yaşıl mətbəx',
  titleRu: 'Зелёная кухня',
  titleEn: 'Green kitchen',
  descriptionAz: 'Palıd və yaşıl lak.',
  descriptionRu: 'Дуб и зелёный лак.',
  descriptionEn: 'Oak and green lacquer.',
  category: 'kitchen',
  isLarge: true,
  showAt: null,
  piece: { productCode: 'MT-201', color: 'forest', measures: { widthMm: 3600, depthMm: 600, heightMm: 2200 } },
  imageUrl: '/images/projects/1-960.webp',
  image: image('/images/projects/1-960.webp'),
  ...changes,
})

const store: DeskStore = {
  ...row,
  position: 0,
  id: '01936b2e-7c00-7000-8000-0000000000aa',
  code: 'nizami',
  name: 'Nizami',
  address: '100 Nizami Street, Baku',
  weekdayHours: '10:00–20:00',
  weekendHours: '11:00–18:00',
  nameAz: 'Nizami',
  nameRu: 'Низами',
  nameEn: 'Nizami',
  addressAz: 'Nizami küçəsi 100, Bakı',
  addressRu: 'ул. Низами 100, Баку',
  addressEn: '100 Nizami Street, Baku',
  weekdayHoursAz: '10:00–20:00',
  weekdayHoursRu: '10:00–20:00',
  weekdayHoursEn: '10:00–20:00',
  weekendHoursAz: '11:00–18:00',
  weekendHoursRu: '11:00–18:00',
  weekendHoursEn: '11:00–18:00',
  whatsapp: '+994500001122',
  email: 'nizami@example.com',
  facebook: null,
  instagram: null,
  linkedin: null,
  mapUrl: null,
  images: [],
  showAt: null,
}

const homeText = (key: string, text: string): DeskHomeText => ({
  key,
  kind: 'text',
  textAz: `${text} az`,
  textRu: `${text} ru`,
  textEn: text,
  defaultAz: `${text} az`,
  defaultRu: `${text} ru`,
  defaultEn: text,
  ...{ mediaId: null, imageUrl: null, image: null, altAz: '', altRu: '', altEn: '', focusX: 50, focusY: 50 },
  version: 0,
  changedBy: null,
  changedAt: null,
})

interface FakeContent {
  campaigns: DeskCampaign[]
  banner: DeskPromo[]
  projects: DeskProject[]
  stores: DeskStore[]
  catalogueUrl: string | null
  home: DeskHomeText[]
  hours: DeskHours
  calls: { method: string; path: string; key: string | null; body: Record<string, unknown> }[]
}

/** Answers the calls of the content as the contract says, from memory. */
export function fakeContent(): { state: FakeContent; handlers: HttpHandler[] } {
  const state: FakeContent = {
    campaigns: makeCampaigns(),
    banner: [
      promo(0, 'delivery', 'Free delivery in Baku'),
      promo(1, 'warranty', '5 years of warranty'),
      promo(2, 'drawing', 'A drawing in three days'),
    ],
    projects: [
      project({}),
      project({ id: 2, position: 1, code: 'garden-table', titleEn: 'Garden table', category: 'garden', isLarge: false }),
    ],
    stores: [store],
    catalogueUrl: 'https://example.com/catalogue.pdf',
    home: [
      homeText('FAQ.WARRANTY_ANSWER', 'Five years'),
      homeText('HOME.HERO_TITLE', 'Joined without nails'),
      homeText('HOME.VIEW_ALL', 'View all products'),
      { ...homeText('HOME_PICTURE_ABOUT', ''), kind: 'image', imageUrl: '/images/scenes/about/1-960.webp' },
    ],
    hours: {
      days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, ...(day < 7 ? { from: '10:00', to: '20:00' } : { from: null, to: null }) })),
      holidays: [{ on: '2027-01-01', from: null, to: null, nameAz: 'Yeni il', nameRu: 'Новый год', nameEn: 'New Year' }],
      version: 0,
      changedBy: null,
      changedAt: null,
    },
    calls: [],
  }
  const log = async (request: Request) => {
    const text = await request.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const path = new URL(request.url).pathname.split('/desk/content/')[1] ?? ''
    state.calls.push({ method: request.method, path, key: request.headers.get('Idempotency-Key'), body })
    return body
  }
  const saved = { changedBy: nigarAsPerson, changedAt: inMinutes(0) }
  const stateOf = ({ isDraft }: { isDraft?: unknown }): ContentRow['state'] => (isDraft === true ? 'draft' : 'shown')
  const names = { campaigns: 'name', banner: 'text', projects: 'title', stores: 'name' } as const
  /** Errors of a save: names that a published record lacks. */
  const refusalsOf = (kind: keyof typeof names, body: Record<string, unknown>) => {
    const needed = body.isDraft === true ? ['Az'] : ['Az', 'Ru', 'En']
    const missing = needed.map((suffix) => names[kind] + suffix).filter((field) => (body[field] ?? '') === '')
    return Object.fromEntries(missing.map((field) => [field, 'FIELD.REQUIRED']))
  }
  const shop = state as unknown as Record<string, (ContentRow & { id?: unknown })[]>
  const keyOf = (kind: string, one: { code: string; id?: unknown }) => (kind === 'campaigns' ? String(one.id) : one.code)
  const kindCalls = (kind: keyof typeof names): HttpHandler[] => [
    http.get(`${base}/content/${kind}`, () => ok(shop[kind])),
    http.put(`${base}/content/${kind}/:key`, async ({ request, params }) => {
      const { version, ...body } = await log(request)
      const rows = shop[kind] ?? []
      const present = rows.find((one) => keyOf(kind, one) === params.key)
      if (present !== undefined && version === 0) return refuse(409, { code: 'CONTENT.CODE_TAKEN' })
      if (present !== undefined && version !== present.version) return refuse(409, { version: 'DESK.CHANGED' }, present)
      const errors = refusalsOf(kind, body)
      if (Object.keys(errors).length > 0) return refuse(400, errors)
      const template = present ?? { ...rows[0], id: 99, code: String(params.key), version: 0 }
      const next = { ...template, ...body, ...saved, state: stateOf(body), version: template.version + 1 } as ContentRow
      shop[kind] = present === undefined ? [...rows, next] : rows.map((one) => (one === present ? next : one))
      return ok(next)
    }),
    http.delete(`${base}/content/${kind}/:key`, async ({ request, params }) => {
      await log(request)
      if (params.key === 'nizami') return refuse(409, { general: 'CONTENT.IN_USE' })
      shop[kind] = (shop[kind] ?? []).filter((one) => keyOf(kind, one) !== params.key)
      return ok()
    }),
    http.post(`${base}/content/${kind}/order`, async ({ request }) => {
      const { codes } = (await log(request)) as { codes: string[] }
      const rows = shop[kind] ?? []
      if (codes.length !== rows.length) return refuse(409, { codes: 'DESK.CHANGED' }, rows)
      shop[kind] = codes.flatMap((code) => rows.filter((one) => one.code === code))
      return ok(shop[kind])
    }),
  ]
  const handlers = [
    ...fakeMedia().handlers,
    ...(Object.keys(names) as (keyof typeof names)[]).flatMap(kindCalls),
    http.get(`${base}/content/home`, () => ok(state.home)),
    http.put(`${base}/content/home/:key`, async ({ request, params }) => {
      const { version, ...body } = await log(request)
      const present = state.home.find(({ key }) => key === params.key)
      if (present === undefined) return refuse(404, { general: 'CONTENT.NOT_FOUND' })
      if (version !== present.version) return refuse(409, { version: 'DESK.CHANGED' }, present)
      const next = { ...present, ...body, ...saved, version: present.version + 1 }
      state.home = state.home.map((one) => (one === present ? next : one))
      return ok(next)
    }),
    http.get(`${base}/content/home/:key`, ({ params }) => ok(state.home.find(({ key }) => key === params.key))),
    http.delete(`${base}/content/home/:key`, async ({ request, params }) => {
      await log(request)
      state.home = state.home.map((one) =>
        one.key === params.key
          ? {
              ...one,
              ...{ textAz: one.defaultAz, textRu: one.defaultRu, textEn: one.defaultEn, mediaId: null, version: 0 },
              ...{ changedBy: null, changedAt: null },
            }
          : one,
      )
      return ok()
    }),
    http.get(`${base}/content/hours`, () => ok(state.hours)),
    http.put(`${base}/content/hours`, async ({ request }) => {
      const { version, ...body } = await log(request)
      if (version !== state.hours.version) return refuse(409, { version: 'DESK.CHANGED' }, state.hours)
      state.hours = { ...state.hours, ...body, ...saved, version: state.hours.version + 1 }
      return ok(state.hours)
    }),
    http.post(`${base}/content/campaigns`, async ({ request }) => {
      const body = await log(request)
      const errors = refusalsOf('campaigns', body)
      if (Object.keys(errors).length > 0) return refuse(400, errors)
      const made = campaign({ nameRu: '', nameEn: '', ...(body as Partial<DeskCampaign>), id: 99, state: stateOf(body), version: 1 })
      state.campaigns = [...state.campaigns, made]
      return ok(made)
    }),
    http.get(`${base}/content/catalogue`, () => ok({ catalogueUrl: state.catalogueUrl })),
    http.put(`${base}/content/catalogue`, async ({ request }) => {
      const { from, catalogueUrl } = (await log(request)) as { from: string | null; catalogueUrl: string | null }
      if (from !== state.catalogueUrl) return refuse(409, { from: 'DESK.CHANGED' }, { catalogueUrl: state.catalogueUrl })
      state.catalogueUrl = catalogueUrl
      return ok({ catalogueUrl })
    }),
  ]
  return { state, handlers }
}
