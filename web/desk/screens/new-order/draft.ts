import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { parsePhone } from '@shared/forms/phone'
import type { Qepik } from '@shared/price'
import type { Delivery, LineInput } from '@desk/api/records'
import type { OrderSource } from '@desk/api/words'
import { checkLines, numbersOf, refusedFields, type Errors, type LineDraft } from '@desk/components/lines/line'
import { parseAmount } from '@shared/forms/amount'
import { offerSums, type OfferSums } from '@desk/lib/offer-sums'

/** Where orders that staff enter come from. */
export const handSources = ['walkIn', 'phone', 'whatsapp', 'other'] as const satisfies readonly OrderSource[]
export type HandSource = (typeof handSources)[number]

export const handOvers = ['later', 'delivery', 'pickup'] as const
export type HandOver = (typeof handOvers)[number]

/** An order as it is typed: numbers are texts until it is sent. */
export interface OrderDraft {
  source: HandSource
  language: Language
  lines: LineDraft[]
  /** Keys of the lines that reserve nothing from the stock. */
  madeToOrder: string[]
  deliveryPrice: string
  firstName: string
  lastName: string
  phone: string
  email: string
  address: string
  city: string
  handOver: HandOver
  on: string
  from: string
  to: string
}

export const emptyOrder = (language: Language): OrderDraft => ({
  source: 'walkIn',
  language: 'az',
  lines: [],
  madeToOrder: [],
  deliveryPrice: formatAmount(0, language),
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  address: '',
  city: '',
  handOver: 'later',
  on: '',
  from: '',
  to: '',
})

/** The body of `POST orders` by hand. */
interface HandOrder {
  source: HandSource
  language: Language
  quoteNumber: null
  lines: (Omit<LineInput, 'id'> & { isMadeToOrder: boolean })[]
  /** AZN. */
  deliveryPrice: number
  /** AZN; the service refuses another sum. */
  expectedTotal: number
  shippingAddress: Record<'firstName' | 'lastName' | 'email' | 'phone' | 'address' | 'city' | 'state' | 'postalCode' | 'country', string>
  delivery: (Delivery & { notify: boolean }) | null
}

/** The sums of what can be read. */
export function sumsOf({ lines, deliveryPrice }: OrderDraft): OfferSums & { deliveryPrice: Qepik } {
  const readable = lines.map((line) => {
    const { quantity, listPrice, discount } = numbersOf(line)
    return { quantity: quantity ?? 0, listPrice: listPrice ?? 0, discount: discount ?? 0 }
  })
  const delivery = parseAmount(deliveryPrice) ?? 0
  return { ...offerSums(readable, delivery, 0), deliveryPrice: delivery }
}

type Checked = { errors: Errors; body: null } | { errors: Errors; body: HandOrder }

const maxLengths = { firstName: 100, lastName: 100, phone: 30, email: 254, address: 200, city: 100 } as const

/** Checks an order against the limits of the contract. `today` is a date in Baku. */
export function checkOrder(draft: OrderDraft, today: string): Checked {
  const errors: Record<string, string> = {}
  const lines = checkLines(draft.lines, errors)
  if (draft.lines.length === 0) errors.lines = 'FIELD.REQUIRED'
  const deliveryPrice = draft.deliveryPrice.trim() === '' ? 0 : parseAmount(draft.deliveryPrice)
  if (deliveryPrice === null) errors.deliveryPrice = 'FIELD.INVALID'
  const { handOver, on, from, to } = draft
  const required = new Set<string>(handOver === 'delivery' ? ['firstName', 'phone', 'address', 'city'] : ['firstName', 'phone'])
  for (const [name, max] of Object.entries(maxLengths)) {
    const value = draft[name as keyof typeof maxLengths].trim()
    if (value === '' && required.has(name)) errors[name] = 'FIELD.REQUIRED'
    else if (value.length > max) errors[name] = 'FIELD.TOO_LONG'
  }
  if (errors.phone === undefined && parsePhone(draft.phone) === null) errors.phone = 'CONTACT.FORM.INVALID_PHONE'
  if (handOver !== 'later') {
    if (on !== '' && on < today) errors.on = 'FIELD.OUT_OF_RANGE'
    if (on === '' && from !== '') errors.on = 'FIELD.REQUIRED'
    if ((from === '') !== (to === '')) errors.to = 'FIELD.REQUIRED'
    else if (from !== '' && from >= to) errors.to = 'FIELD.INVALID'
  }
  if (Object.keys(errors).length > 0 || deliveryPrice === null) return { errors, body: null }
  const made = new Set(draft.madeToOrder)
  const orNull = (text: string) => (text === '' ? null : text)
  const text = (name: keyof typeof maxLengths) => draft[name].trim()
  return {
    errors,
    body: {
      source: draft.source,
      language: draft.language,
      quoteNumber: null,
      lines: lines.map((line, at) => ({ ...line, isMadeToOrder: made.has(draft.lines[at]?.key ?? '') })),
      deliveryPrice: deliveryPrice / 100,
      expectedTotal: sumsOf(draft).total / 100,
      shippingAddress: {
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        phone: text('phone'),
        address: text('address'),
        city: text('city'),
        state: '',
        postalCode: '',
        country: 'Azerbaijan',
      },
      delivery:
        handOver === 'later'
          ? null
          : { method: handOver, on: orNull(on), from: orNull(from), to: orNull(to), crew: '', note: '', notify: false },
    },
  }
}

/** The refusals of the service by the names of the draft; those of a line by its key. */
export const refusedOrder = ({ lines }: OrderDraft, refusals: Readonly<Record<string, string>>): Errors =>
  Object.fromEntries(
    Object.entries(refusedFields(lines, refusals)).map(([path, key]) => [path.replace(/^(?:shippingAddress|delivery)\./, ''), key]),
  )

/** Whether a line takes from a stock unless it is made to order. */
export const hasStock = ({ catalog }: LineDraft): boolean => catalog !== null && catalog.stockQuantity !== null

const isDraft = (value: unknown): value is OrderDraft =>
  typeof value === 'object' &&
  value !== null &&
  'lines' in value &&
  Array.isArray(value.lines) &&
  'handOver' in value &&
  'madeToOrder' in value

/** Reads a kept draft; null for anything else. */
export function readOrder(text: string): OrderDraft | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}
