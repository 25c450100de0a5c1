import type { Activity, Me, Quote, QuoteItem, QuoteProduct, QuoteRow, Session, Staff, TeamName } from '@desk/api/records'
import type { Permission } from '@desk/api/words'

// Invented people, numbers and sums.

const all: Permission[] = [
  'quotes.read',
  'quotes.write',
  'quotes.create',
  'quotes.note',
  'quotes.assign',
  'offers.write',
  'orders.read',
  'customers.read',
  'media.file',
  'products.read',
  'today.read',
  'search',
  'stream',
]

export const nigar: Me = {
  id: '01936b2e-7c00-7000-8000-000000000001',
  name: 'Nigar',
  lastname: 'Əliyeva',
  email: 'nigar@example.com',
  phone: '+994500001122',
  role: 'sales',
  storeId: null,
  language: 'en',
  signature: 'Nigar, Şəbəkə, 050 000 11 22',
  shortcuts: true,
  notifications: { newQuote: true, followUpDue: true, offer: true, mention: true },
  discountLimitPercent: 15,
  permissions: all,
  recoveryCodesLeft: 10,
  version: 3,
}

export const tural: Me = {
  ...nigar,
  id: '01936b2e-7c00-7000-8000-000000000002',
  name: 'Tural',
  lastname: 'Abbasov',
  email: 'tural@example.com',
  role: 'owner',
  permissions: [...all, 'team.read', 'team.write', 'activity.read', 'views.share'],
}

export const nigarAsPerson = { id: nigar.id, name: 'Nigar Əliyeva' }
export const rashad = { id: '01936b2e-7c00-7000-8000-000000000003', name: 'Rəşad Quliyev' }
export const elchin = { id: '01936b2e-7c00-7000-8000-000000000004', name: 'Elçin Hüseynov' }
const kamran = { id: '01936b2e-7c00-7000-8000-000000000005', name: 'Kamran Vəliyev' }

/** An instant so many minutes from now. */
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z')

export function session(staff: Me | null, step: Session['step'] = 'done'): Session {
  return {
    step,
    expiresAt: inMinutes(30),
    endsAt: step === 'done' ? inMinutes(12 * 60) : null,
    stepUpUntil: null,
    staff: step === 'done' ? staff : null,
  }
}

export const store = { id: '01936b2e-7c00-7000-8000-0000000000aa', nameAz: 'Nizami', nameRu: 'Низами', nameEn: 'Nizami' }

function person(at: number, name: string, lastname: string, changes: Partial<Staff>): Staff {
  return {
    id: `01936b2e-7c00-7000-8000-00000000000${String(at)}`,
    email: `${lastname.toLowerCase().replace(/[^a-z]/g, 'a')}@example.com`,
    name,
    lastname,
    role: 'sales',
    state: 'active',
    storeId: store.id,
    discountLimitPercent: 15,
    phone: null,
    language: 'az',
    hasSecondFactor: true,
    openQuotes: 0,
    isOnline: false,
    lastSeenAt: inMinutes(-60),
    invitedAt: null,
    invitationExpiresAt: null,
    version: 1,
    changedBy: { id: tural.id, name: 'Tural Abbasov' },
    changedAt: inMinutes(-600),
    ...changes,
  }
}

export const makeTeam = (): Staff[] => [
  person(2, 'Tural', 'Abbasov', { email: tural.email, role: 'owner', storeId: null, isOnline: true }),
  person(1, 'Nigar', 'Əliyeva', { email: nigar.email, openQuotes: 8, isOnline: true }),
  person(3, 'Rəşad', 'Quliyev', { openQuotes: 5, lastSeenAt: inMinutes(-2) }),
  person(5, 'Kamran', 'Vəliyev', { openQuotes: 7 }),
  person(4, 'Elçin', 'Hüseynov', { role: 'warehouse', storeId: null, lastSeenAt: inMinutes(-3000) }),
  person(7, 'Səbinə', 'Kərimova', {
    email: 'sabina@example.com',
    role: 'editor',
    state: 'invited',
    storeId: null,
    hasSecondFactor: false,
    lastSeenAt: null,
    invitedAt: inMinutes(-3000),
    invitationExpiresAt: inMinutes(7000),
  }),
]

export const teamNames: TeamName[] = makeTeam()
  .filter(({ state }) => state === 'active')
  .map(({ id, name, lastname, role, storeId, isOnline }) => ({ id, name: `${name} ${lastname}`, role, storeId, isOnline }))

const rowBase = {
  kind: 'quote',
  source: 'website',
  assignee: null,
  storeId: null,
  language: 'az',
  followUp: null,
  followUps: [] as QuoteRow['followUps'],
  waitingSince: null,
  promiseAt: null,
  firstAnswerAt: null,
  firstAnswerMinutes: null,
  lostReason: null,
  isWiped: false,
  isMailFailed: false,
  visitAddress: null,
  visit: { channel: 'ads', source: 'google', campaign: 'spring', landingPath: '/az/shop/7', at: null },
  itemsCount: 1,
  version: 1,
  changedBy: null,
} as const

let made = 0

function row(
  number: string,
  name: string,
  surname: string,
  product: [number, string, string] | null,
  changes: Partial<QuoteRow>,
): QuoteRow {
  made += 1
  const createdAt = changes.waitingSince ?? inMinutes(-1000)
  return {
    ...rowBase,
    id: `01936b2e-7c00-7000-8000-0000000001${String(made).padStart(2, '0')}`,
    number,
    status: 'new',
    due: 'new',
    customer: { id: null, name, surname, phone: '+994500123456', email: 'customer@example.com', userId: null },
    product: product && {
      productId: product[0],
      designCode: null,
      code: product[1],
      productName: product[2],
      productNameAz: product[2],
      productNameRu: product[2],
      productNameEn: product[2],
      productImage: `/images/products/${product[1].toLowerCase()}/1-480.webp`,
      quantity: 1,
      color: null,
    },
    createdAt,
    lastCustomerAt: createdAt,
    changedAt: createdAt,
    ...changes,
    followUps: changes.followUp ? [{ id: `s-${number}`, ...changes.followUp }] : [],
  }
}

export const marina = 'SQ-7Q2M04XK'

export const makeRows = (): QuoteRow[] => [
  row('SQ-1A2B3C4D', 'Orxan', 'Nəsirov', [6, 'SK-106', 'Güzgülü sürüşən şkaf, üç qapılı'], {
    due: 'overdue',
    waitingSince: inMinutes(-4020),
    promiseAt: inMinutes(-3000),
  }),
  row('SQ-2A2B3C4D', 'Lalə', 'Hacıyeva', [18, 'MT-218', 'Bar hissəli palıd mətbəx'], {
    due: 'overdue',
    status: 'assigned',
    assignee: kamran,
    waitingSince: inMinutes(-1620),
    promiseAt: inMinutes(600),
    followUp: { kind: 'call', at: inMinutes(-60), text: '' },
  }),
  row(marina, 'Марина', 'Волкова', [205, 'MT-205', 'Künc mətbəxi, palıd'], {
    due: 'today',
    status: 'assigned',
    assignee: nigarAsPerson,
    language: 'ru',
    followUp: { kind: 'call', at: inMinutes(28), text: 'Qiyməti deyin' },
    firstAnswerAt: inMinutes(-300),
    firstAnswerMinutes: 34,
    version: 4,
    changedBy: nigarAsPerson,
  }),
  row('SQ-3A2B3C4D', 'Vüsal', 'Tağıyev', [19, 'SK-119', 'Palıd şkaf, beş qapılı'], {
    due: 'today',
    status: 'offered',
    assignee: nigarAsPerson,
    followUp: { kind: 'call', at: inMinutes(90), text: '' },
  }),
  row('SQ-4A2B3C4D', 'James', 'Whitfield', [206, 'MT-206', 'Adalı qrafit mətbəx'], { language: 'en', waitingSince: inMinutes(-6) }),
  row('SQ-5A2B3C4D', 'Günel', 'Səfərova', [125, 'SK-125', 'Şəbəkə qapılı palıd şkaf, dörd qapılı'], { waitingSince: inMinutes(-24) }),
  row('SQ-6A2B3C4D', 'Elnur', 'Babayev', [109, 'SK-109', 'Künc şkafı, iki qapılı'], {
    status: 'assigned',
    assignee: rashad,
    waitingSince: inMinutes(-70),
  }),
  row('SM-7A2B3C4D', 'Sevinc', 'Rzayeva', null, { kind: 'contact', waitingSince: inMinutes(-165) }),
  row('SQ-8A2B3C4D', 'Fərid', 'Cəfərov', [120, 'SK-120', 'Divardan divara şkaf, altı qapılı'], {
    due: 'waiting',
    status: 'waiting',
    assignee: rashad,
    followUp: { kind: 'visit', at: inMinutes(3000), text: '' },
  }),
]

const standardSize = { measuring: 'standard', measures: null, measuresOf: 'piece', note: null, design: null } as const

/** A designed piece without a product. */
const designed: Omit<QuoteItem, 'id' | 'measuring' | 'measures' | 'measuresOf' | 'note'> = {
  productId: null,
  designCode: 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja',
  code: null,
  productName: 'Şkaf',
  productNameAz: 'Şkaf',
  productNameRu: 'Шкаф',
  productNameEn: 'Wardrobe',
  productImage: null,
  quantity: 1,
  color: null,
  design: {
    code: 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja',
    sentenceAz: 'Şkaf, divar arası 243 × 62 × 262 sm',
    sentenceRu: 'Шкаф, в нише 243 × 62 × 262 см',
    sentenceEn: 'Wardrobe, between walls 243 × 62 × 262 cm',
    prices: 1,
    total: 2914,
    shown: { low: 2680, high: 3150 },
    isNewestPrices: false,
    measured: null,
  },
}

/** One piece in each kind of size, and a designed one. */
function piecesOf(product: QuoteProduct): QuoteItem[] {
  const measures = { widthMm: 2850, depthMm: 2150, heightMm: 2405 }
  return [
    { ...product, id: 1, measuring: 'own', measures, measuresOf: 'niche', note: 'Радиатор слева', design: null },
    { ...product, ...standardSize, id: 2, quantity: 2 },
    { ...product, id: 3, measuring: 'visit', measures: null, measuresOf: 'piece', note: 'Низами 5', design: null },
    { ...designed, id: 4, measuring: 'own', measures, measuresOf: 'niche', note: null },
  ]
}

export function quoteOf(base: QuoteRow): Quote {
  const entry = (at: number, id: string) => ({ id, at: inMinutes(at), actor: nigarAsPerson, text: '', former: [] })
  const isMarina = base.number === marina
  return {
    ...base,
    message: isMarina ? 'Здравствуйте! Кухня в угол 285 × 215 см.' : null,
    items: base.product === null ? [] : isMarina ? piecesOf(base.product) : [{ ...base.product, ...standardSize, id: 1 }],
    timeline: [
      { ...entry(-1700, 't1'), actor: null, kind: 'created', detail: { source: base.source } },
      ...(isMarina
        ? [
            { ...entry(-310, 't2'), kind: 'assigned' as const, detail: { from: null, to: nigarAsPerson } },
            {
              ...entry(-300, 't3'),
              kind: 'contact' as const,
              text: 'Divarlar 285 × 215 sm, pəncərə altı 92 sm. Soyuducu üçün 60 sm lazımdır.',
              detail: { channel: 'call' as const, direction: 'out' as const, outcome: 'talked' as const, minutes: 3 },
            },
            {
              ...entry(-250, 't4'),
              kind: 'contact' as const,
              text: 'Марина, здравствуйте! Пришлите, пожалуйста, фото угла и план с размерами.',
              detail: { channel: 'whatsapp' as const, direction: 'out' as const, outcome: 'sent' as const, minutes: null },
            },
            {
              ...entry(-100, 't5'),
              kind: 'note' as const,
              text: 'Eskiz WhatsApp-da gəldi. Küncdə karusel istəyir. @Elçin Hüseynov ağ fasad anbarda var?',
              detail: { mentions: [elchin], files: [] },
            },
            {
              ...entry(-80, 't6'),
              actor: elchin,
              kind: 'note' as const,
              text: 'Var, 24 lövhə. Karusel sifarişlədir, 8 gün.',
              detail: { mentions: [], files: [] },
            },
          ]
        : []),
    ],
    offers: [],
    recentOfferTotals: isMarina ? [5310, 7240] : [],
    earlier: {
      quotes: isMarina ? [{ number: 'SQ-3M9V0T2C', status: 'won', productName: 'Yaşıl mətbəx', createdAt: '2026-03-02T08:00:00Z' }] : [],
      orders: isMarina ? [{ orderNumber: 'SB-2F8K61PD', status: 'Completed', totalAmount: 4860, orderDate: '2026-03-09T08:00:00Z' }] : [],
    },
    catalog: base.product && { price: 6380.5, discount: 15, stockQuantity: null, isActive: true },
    otherNames: [],
    suggestLost: false,
    missing: [],
    allowedStatuses: base.status === 'new' ? ['assigned', 'waiting', 'lost', 'closed'] : ['waiting', 'lost', 'closed'],
  }
}

export const activity: Activity[] = [
  {
    id: 'a1',
    at: inMinutes(-5),
    service: 'order',
    action: 'UpdateOrderStatus',
    actor: rashad,
    subject: { kind: 'order', id: 'SB-4K7Q2M0X' },
    changes: { status: ['Pending', 'Processing'] },
  },
  {
    id: 'a2',
    at: inMinutes(-25),
    service: 'inquiry',
    action: 'AddInquiryNote',
    actor: nigarAsPerson,
    subject: { kind: 'quote', id: marina },
    changes: { text: ['…', '…'] },
  },
]
