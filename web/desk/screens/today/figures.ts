import { dateInBaku } from '@shared/dates'
import { languages } from '@shared/language'
import type { QuoteRow, Today } from '@desk/api/records'
import { orderStatuses, type Role } from '@desk/api/words'
import { addToDay } from '@desk/lib/day'

// Figures of the screen of today, and their links.

/** The parts of the answer that a block shows. */
export type Part = 'waiting' | 'followUps' | 'orders' | 'deliveries' | 'revenue' | 'channels' | 'firstAnswer' | 'stock' | 'misses' | 'texts'

/** The service that each part comes from. */
const services = {
  waiting: 'inquiry',
  followUps: 'inquiry',
  orders: 'order',
  deliveries: 'order',
  revenue: 'order',
  channels: 'order',
  firstAnswer: 'inquiry',
  stock: 'catalog',
  misses: 'catalog',
  texts: 'catalog',
} as const satisfies Record<Part, string>

const all = Object.keys(services) as Part[]

/** The parts that a role works with. */
const roleParts: Record<Role, readonly Part[]> = {
  owner: all,
  manager: all,
  sales: ['waiting', 'followUps', 'orders'],
  warehouse: ['deliveries', 'stock'],
  editor: ['texts', 'misses'],
}

/** Whether a part has a block: it was answered, or is this role's and its service is away. */
export const isShown = (today: Today, part: Part, role: Role): boolean =>
  today[part] !== null || (roleParts[role].includes(part) && today.missing.includes(services[part]))

interface DueStep {
  id: string
  kind: QuoteRow['followUps'][number]['kind']
  at: string
  text: string
  quote: QuoteRow
}

/** The planned steps of quotes that are due today or late, earliest first. */
export function dueSteps(quotes: readonly QuoteRow[], today: string): DueStep[] {
  const steps = quotes.flatMap((quote) => quote.followUps.map((step) => ({ ...step, quote })))
  return steps.filter(({ at }) => dateInBaku(at) <= today).sort((one, other) => one.at.localeCompare(other.at))
}

/** The percentage by which a sum is above an earlier one; null without an earlier one. */
export const growth = (sum: number, earlier: number): number | null =>
  earlier === 0 ? null : Math.round(((sum - earlier) / Math.abs(earlier)) * 100)

/** The days of a month, each with its sum; null for the days to come. */
export function monthDays({ from, days }: NonNullable<Today['revenue']>): { on: string; amount: number | null }[] {
  const month = from.slice(0, 7)
  const amounts = new Map(days.map(({ on, amount }) => [on, amount]))
  const all: { on: string; amount: number | null }[] = []
  for (let on = `${month}-01`; on.startsWith(month); on = addToDay(on, 1)) all.push({ on, amount: amounts.get(on) ?? null })
  return all
}

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

const allStatuses = orderStatuses.join(',')

/** Statuses of orders that are still to be handed over. */
const undelivered = 'Pending,Processing,Shipped'

const withFilters = (path: string, filters: Record<string, string>): string => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The list behind each figure, whose sum it is; `store` is empty for all stores. */
export const listOf = {
  late: (store: string) => withFilters('/quotes', { due: 'overdue', store }),
  stepsOf: (day: string, store: string, assignee: string) =>
    withFilters('/quotes', { followUpFrom: day, followUpTo: day, assignee, store }),
  waiting: (store: string) => withFilters('/quotes', { waiting: 'true', sort: 'waiting', store }),
  ordersOf: (status: string) => withFilters('/orders', { status }),
  orderedOn: (day: string) => withFilters('/orders', { status: allStatuses, from: day, to: day }),
  payments: (from: string, to: string, store: string, source = '') => withFilters('/payments', { from, to, store, source }),
  quotesBy: (from: string, to: string, store: string, channel: string) =>
    withFilters('/quotes', { kind: 'quote', from, to, store, channel }),
  acceptedBy: (from: string, to: string, store: string, channel: string) =>
    withFilters('/quotes', { acceptedFrom: from, acceptedTo: to, store, channel }),
  ordersBy: (from: string, to: string, channel: string) => withFilters('/orders', { status: allStatuses, from, to, channel }),
  paymentsBy: (from: string, to: string, store: string, channel: string) => withFilters('/payments', { from, to, store, channel }),
  openOf: (assignee: string, store: string) => withFilters('/quotes', { assignee, store }),
  deliveries: (day: string) => withFilters('/orders', { status: undelivered, deliveryFrom: day, deliveryTo: day }),
  stock: () => withFilters('/products', { stock: 'runningOut', sort: 'stock' }),
  search: (term: string) => withFilters('/products', { q: term }),
  incomplete: () => withFilters('/products', { missing: languages.join(','), sort: '-changed' }),
}
