import { dateInBaku } from '@shared/dates'
import type { QuoteRow, Today } from '@desk/api/records'
import type { Role } from '@desk/api/words'
import { inMinutes, makeRows, nigarAsPerson, rashad } from './fixtures'
import { makeOrder } from './orders'

// Invented people, searches and sums.

const today = () => dateInBaku(new Date())

/** Sums of the days of this month until today. */
function revenueDays(): { on: string; amount: number }[] {
  const [day, month] = [Number(today().slice(8)), today().slice(0, 8)]
  return Array.from({ length: day }, (_, at) => ({
    on: `${month}${String(at + 1).padStart(2, '0')}`,
    amount: at === 2 ? -420 : 1180.5 + 310 * ((at * 7) % 11),
  }))
}

/** The seven quotes that wait longest, of eleven; two of them longer than promised. */
function waitingRows(): QuoteRow[] {
  const rows = makeRows().filter(({ waitingSince }) => waitingSince !== null)
  const [first, second, ...others] = rows
  if (first === undefined || second === undefined) throw new Error('there are no rows')
  const late = [first, { ...second, promiseAt: inMinutes(-120) }]
  const more = { ...first, number: 'SQ-9A2B3C4D', promiseAt: inMinutes(900), waitingSince: inMinutes(-200) }
  const inTime = [...others, more].sort((one, other) => (one.waitingSince ?? '').localeCompare(other.waitingSince ?? ''))
  return [...late, ...inTime.map((row) => ({ ...row, promiseAt: inMinutes(400) }))]
}

const runningOut = (productId: number, code: string, name: string, daysLeft: number) => ({
  productId,
  code,
  name,
  nameAz: name,
  nameRu: name,
  nameEn: name,
  stockQuantity: 1,
  soldIn30Days: 3,
  daysLeft,
})

/** All that the desk has for a day, as managers see it. */
export const makeToday = (changes: Partial<Today> = {}): Today => {
  const delivery = makeOrder().delivery
  const days = revenueDays()
  return {
    at: inMinutes(0),
    counts: { overdueQuotes: 2, followUpsToday: 3 },
    waiting: { rows: waitingRows(), total: 11 },
    // Due a moment ago: at each hour of the day, so is the day.
    followUps: makeRows().flatMap((row) =>
      row.followUps.slice(0, 1).map((step) => ({ ...row, followUps: [{ ...step, at: inMinutes(-5) }] })),
    ),
    orders: { newToday: 4, byStatus: { Pending: 6, Processing: 14, Shipped: 5, Delivered: 9 } },
    deliveries: [
      makeOrder({ status: 'Shipped', delivery: delivery && { ...delivery, on: today() } }),
      makeOrder({ orderNumber: 'SB-9T3XW0QA', delivery: delivery && { ...delivery, on: dateInBaku(new Date(Date.now() + 86_400_000)) } }),
    ],
    revenue: {
      from: `${today().slice(0, 8)}01`,
      to: today(),
      days,
      total: 84_312.4,
      previousTotal: 75_280,
      fromOffers: 51_430.2,
      fromWebsite: 32_882.2,
      fromDesk: 0,
    },
    channels: [
      { channel: 'ads', quotes: 12, accepted: 5, orders: 9, payments: 21_300.5 },
      { channel: 'unknown', quotes: 0, accepted: 1, orders: 0, payments: -420 },
    ],
    firstAnswer: [
      { staff: nigarAsPerson, medianMinutes: 22, openQuotes: 8, wonPercent: 38 },
      { staff: rashad, medianMinutes: 190, openQuotes: 7, wonPercent: 24 },
    ],
    stock: [
      runningOut(12, 'SK-112', 'Alçaq qoz şkaf, şəbəkə qapılı, işıqlandırma ilə', 9),
      runningOut(19, 'BR-319', 'Eksentrik bağlayıcı, 20 dəst', 5),
    ],
    misses: [
      { term: 'divan', language: 'az', count: 31 },
      { term: 'кровать 160', language: 'ru', count: 7 },
    ],
    texts: {
      products: [{ code: 'SK-101', missing: ['internalMeasurementEn', 'featuresEn'] }],
      campaigns: [
        {
          id: 2,
          nameAz: 'Qış kampaniyası',
          nameRu: 'Зимняя акция',
          nameEn: 'Winter campaign',
          startDate: inMinutes(3000),
          endDate: inMinutes(90_000),
        },
      ],
    },
    missing: [],
    ...changes,
  }
}

/** Fields that the gateway leaves out for a role. */
export const todayOf = (role: Role, changes: Partial<Today> = {}): Today => {
  const all = makeToday()
  const none = {
    counts: null,
    waiting: null,
    followUps: null,
    orders: null,
    deliveries: null,
    revenue: null,
    channels: null,
    firstAnswer: null,
    stock: null,
    misses: null,
    texts: null,
  }
  const parts = {
    owner: all,
    manager: all,
    sales: { ...none, counts: all.counts, waiting: all.waiting, followUps: all.followUps, orders: all.orders },
    warehouse: { ...none, deliveries: all.deliveries, stock: all.stock },
    editor: { ...none, texts: all.texts, misses: all.misses },
  }
  return { ...all, ...parts[role], ...changes }
}
