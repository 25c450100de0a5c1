import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { toQepik } from '@shared/price'
import { parseAmount } from '@shared/forms/amount'
import { parseWhole } from '@shared/forms/whole'
import type { DeskProduct, ProductImage } from '@desk/api/records'
import { sentImage } from '@desk/lib/media'
import { readTime, typedTime } from '@desk/lib/moments'
import type { Errors } from '@desk/lib/record-store'
import { sourceLanguage } from '@desk/lib/translated'
import { textField, textLimits, textNames, textOf, type TextField, type TextName } from '@desk/lib/product-fields'

const textFields = textNames.flatMap((name) => (['az', 'ru', 'en'] as const).map((language) => textField(name, language)))

/** The fields of a product that the editor changes, as the service has them. */
export type Fields = Record<TextField, string> &
  Pick<
    DeskProduct,
    | 'categoryId'
    | 'colors'
    | 'images'
    | 'related'
    | 'price'
    | 'discount'
    | 'isActive'
    | 'showAt'
    | 'hideAt'
    | 'reorderAt'
    | 'isMadeToOrder'
    | 'weightGrams'
    | 'designCode'
  >
export type Field = keyof Fields

const otherFields = [
  'images',
  'categoryId',
  'colors',
  'related',
  'price',
  'discount',
  'isActive',
  'showAt',
  'hideAt',
  'reorderAt',
  'isMadeToOrder',
  'weightGrams',
  'designCode',
] as const satisfies readonly Exclude<Field, TextField>[]

/** All fields in the order of the screen. */
export const fieldNames: readonly Field[] = [...textFields, ...otherFields]

/** A product as it is typed: numbers and times are texts, `2026-12-07T10:00` in Baku. */
export type Typed = Omit<Fields, 'price' | 'discount' | 'reorderAt' | 'showAt' | 'hideAt' | 'weightGrams' | 'designCode'> &
  Record<'price' | 'discount' | 'reorderAt' | 'showAt' | 'hideAt' | 'weightGrams' | 'designCode', string>

export const fieldsOf = (product: DeskProduct): Fields =>
  Object.fromEntries(fieldNames.map((field) => [field, product[field]])) as unknown as Fields

/** The typed form of a product's fields; `language` is that of the desk. */
export function typedOf(fields: Fields, language: Language): Typed {
  return {
    ...fields,
    price: formatAmount(toQepik(fields.price), language),
    discount: String(fields.discount),
    reorderAt: fields.reorderAt === null ? '' : String(fields.reorderAt),
    weightGrams: fields.weightGrams === null ? '' : String(fields.weightGrams),
    designCode: fields.designCode ?? '',
    showAt: typedTime(fields.showAt),
    hideAt: typedTime(fields.hideAt),
  }
}

/** Value of a field, or the key of the error that prevents a save. */
type Read = { value: unknown } | { error: string }

/** The largest number of pieces. */
const maxPieces = 1_000_000

/** The largest weight, in grams. */
const maxGrams = 10_000_000

/** Returns the code in a pasted address, or the text itself; null for none. */
const codeOf = (typed: string): string | null => typed.slice(typed.indexOf('#') + 1).trim() || null

function read(field: Field, typed: Typed): Read {
  const text = textOf(field)
  if (text !== null) {
    const value = typed[field as TextField].trim()
    if (value.length > textLimits[text.name]) return { error: 'FIELD.TOO_LONG' }
    if (field === 'nameAz' && value === '') return { error: 'FIELD.REQUIRED' }
    return { value }
  }
  if (field === 'price') {
    const amount = parseAmount(typed.price)
    return amount === null ? { error: typed.price.trim() === '' ? 'FIELD.REQUIRED' : 'FIELD.INVALID' } : { value: amount / 100 }
  }
  if (field === 'discount') {
    const percent = parseWhole(typed.discount === '' ? '0' : typed.discount, 0, 99)
    return percent === null ? { error: 'FIELD.OUT_OF_RANGE' } : { value: percent }
  }
  if (field === 'reorderAt') {
    if (typed.reorderAt.trim() === '') return { value: null }
    const pieces = parseWhole(typed.reorderAt, 0, maxPieces)
    return pieces === null ? { error: 'FIELD.OUT_OF_RANGE' } : { value: pieces }
  }
  if (field === 'weightGrams') {
    if (typed.weightGrams.trim() === '') return { value: null }
    const grams = parseWhole(typed.weightGrams, 1, maxGrams)
    return grams === null ? { error: 'FIELD.OUT_OF_RANGE' } : { value: grams }
  }
  // The code is the fragment of the designer's address, so that the address may be pasted as it is.
  if (field === 'designCode') return { value: codeOf(typed.designCode) }
  if (field === 'showAt' || field === 'hideAt') return readTime(typed[field])
  return { value: typed[field] }
}

const sentValue = (field: string, value: unknown): unknown =>
  field === 'images' ? (value as readonly ProductImage[]).map(sentImage) : value

/** Changed fields as a save sends them. */
export const sentFields = (changes: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, sentValue(field, value)]))

const isEqual = (field: Field, one: unknown, other: unknown): boolean =>
  JSON.stringify(sentValue(field, one)) === JSON.stringify(sentValue(field, other))

/** Whether a typed field means the same as a saved one. */
export function isSame(field: Field, typed: Typed, saved: Fields): boolean {
  const meant = read(field, typed)
  return 'value' in meant && isEqual(field, meant.value, saved[field])
}

interface Checked {
  changes: Partial<Fields>
  /** Keys of the errors by field; nothing is saved while there is one. */
  errors: Errors<Field>
}

/** Changes of the saved fields, and the errors that prevent a save. */
export function check(typed: Typed, saved: Fields): Checked {
  const errors: Errors<Field> = {}
  const changes: Record<string, unknown> = {}
  for (const field of fieldNames) {
    const meant = read(field, typed)
    if ('value' in meant && isEqual(field, meant.value, saved[field])) continue
    if ('error' in meant) errors[field] = meant.error
    else changes[field] = meant.value
  }
  const next = { ...saved, ...(changes as Partial<Fields>) }
  if (('showAt' in changes || 'hideAt' in changes) && next.showAt !== null && next.hideAt !== null && next.hideAt <= next.showAt) {
    errors.hideAt = 'FIELD.MIN_ABOVE_MAX'
  }
  // The shop shows nothing without a price or a name.
  if (next.isActive) {
    const isTouched = (field: Field) => 'isActive' in changes || field in changes
    if (next.price === 0 && isTouched('price')) errors.price ??= 'FIELD.REQUIRED'
    for (const language of ['az', 'ru', 'en'] as const) {
      const field = textField('name', language)
      if (next[field] === '' && isTouched(field)) errors[field] ??= 'FIELD.REQUIRED'
    }
  }
  return { changes: changes, errors }
}

/** The text that the shop shows in place of an empty one; empty where it leaves the part out. */
export const fallbackOf = (typed: Typed, name: TextName, language: Language): string =>
  language === sourceLanguage ? '' : typed[textField(name, sourceLanguage)].trim()

/** The texts that a language lacks, of those that the source has; the name is always needed. */
export const missingOf = (typed: Typed, language: Language): TextName[] =>
  textNames.filter(
    (name) => typed[textField(name, language)].trim() === '' && (name === 'name' || typed[textField(name, sourceLanguage)].trim() !== ''),
  )
