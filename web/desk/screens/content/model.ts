import type { TFunction } from 'i18next'
import { formatShortDateTime } from '@shared/dates'
import { languageNames, languages, type Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'
import { ApiError } from '@shared/api/error'
import type { ContentRow, ProductImage } from '@desk/api/records'
import { sentImage } from '@desk/lib/media'
import { readTime, typedTime } from '@desk/lib/moments'
import type { RecordModel } from '@desk/lib/record-store'
import { inLanguage, sourceLanguage } from '@desk/lib/translated'

interface Named<Kind extends string> {
  kind: Kind
  name: string
  label: TextKey
}

/** A text in three languages. */
export interface TextSpec extends Named<'text'> {
  limit: number
  rows: number
  /** A draft needs it in the source's language, the shop in each. */
  isNeeded?: boolean
}

/** A text of one line; empty = none. */
export interface LineSpec extends Named<'line'> {
  limit: number
  /** Whether a text has the form of the field; by default any text has. */
  isValid?: (text: string) => boolean
  type?: 'tel' | 'email' | 'url'
}

export interface TimeSpec extends Named<'time'> {
  /** The time of day that a day begins with. */
  usual?: string
  /** The shop needs it. */
  isNeeded?: boolean
  /** The field that it has to be later than. */
  after?: string
}

/** A value that can be chosen, with the key of its text, or with its names. */
type Option = { value: string } & ({ text: TextKey } | { names: Readonly<Record<Language, string>> })

export interface ChoiceSpec extends Named<'choice'> {
  options: readonly Option[]
}

export const optionText = (t: TFunction, option: Option, language: Language): string =>
  'names' in option ? option.names[language] : t(option.text)

/** A field of a record of content. */
export type FieldSpec = TextSpec | LineSpec | TimeSpec | ChoiceSpec | Named<'flag'> | (Named<'images'> & { max: number })

/** The fields of a record by name. */
export type Values = Readonly<Record<string, unknown>>

/** A field as text; empty where it is none. */
export const typedText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Names that a field of the editor stands for. */
const namesOf = (spec: FieldSpec): string[] =>
  spec.kind === 'text' ? languages.map((language) => inLanguage(spec.name, language)) : [spec.name]

/** The fields that each record has beside its own. */
const draftFlag: FieldSpec = { kind: 'flag', name: 'isDraft', label: 'CONTENT.DRAFT' }

interface Found {
  spec: FieldSpec
  language: Language | null
}

function find(specs: readonly FieldSpec[], field: string): Found | null {
  for (const spec of [...specs, draftFlag]) {
    if (spec.kind !== 'text' && spec.name === field) return { spec, language: null }
    if (spec.kind === 'text') {
      const language = languages.find((one) => inLanguage(spec.name, one) === field)
      if (language !== undefined) return { spec, language }
    }
  }
  return null
}

/** The name of a field, with the language of a text. */
export function labelOf(t: TFunction, specs: readonly FieldSpec[], field: string): string {
  const found = find(specs, field)
  if (found === null) return field
  return found.language === null ? t(found.spec.label) : `${t(found.spec.label)}, ${languageNames[found.language]}`
}

/** A saved value as text. */
export function valueText(t: TFunction, specs: readonly FieldSpec[], field: string, value: unknown, language: Language): string {
  const spec = find(specs, field)?.spec
  if (spec?.kind === 'images') return t('PRODUCT.PICTURES_COUNT', { count: (value as ProductImage[]).length })
  if (spec?.kind === 'flag') return t(value === true ? 'ACTIVITY.YES' : 'ACTIVITY.NO')
  if (typeof value !== 'string' || value === '') return '–'
  if (spec?.kind === 'time') return formatShortDateTime(value, language)
  const option = spec?.kind === 'choice' ? spec.options.find((one) => one.value === value) : undefined
  return option === undefined ? value : optionText(t, option, language)
}

type Read = { value: unknown } | { error: string }

function read({ spec, language }: Found, value: unknown, isDraft: boolean): Read {
  if (spec.kind === 'text') {
    const text = typedText(value).trim()
    if (text.length > spec.limit) return { error: 'FIELD.TOO_LONG' }
    const isNeeded = spec.isNeeded === true && (!isDraft || language === sourceLanguage)
    return isNeeded && text === '' ? { error: 'FIELD.REQUIRED' } : { value: text }
  }
  if (spec.kind === 'line') {
    const text = typedText(value).trim()
    if (text.length > spec.limit) return { error: 'FIELD.TOO_LONG' }
    if (text !== '' && spec.isValid?.(text) === false) return { error: 'FIELD.INVALID' }
    return { value: text === '' ? null : text }
  }
  if (spec.kind === 'time') {
    const meant = readTime(typedText(value))
    return spec.isNeeded === true && !isDraft && 'value' in meant && meant.value === null ? { error: 'FIELD.REQUIRED' } : meant
  }
  return { value }
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const comparable = (spec: FieldSpec, value: unknown) => (spec.kind === 'images' ? (value as ProductImage[]).map(sentImage) : value)

interface ModelOptions<Row extends ContentRow, Fields extends object> {
  specs: readonly FieldSpec[]
  /** The saved fields of a record, by the names of the specs. */
  valuesOf: (row: Row) => Values
  /** Saves the fields of the editor, named by the specs, over a version. */
  save: (fields: Fields, version: number, row: Row) => Promise<Row>
  /** Fields of the service that another field of the editor stands for. */
  aliases?: Readonly<Record<string, string>>
  present?: RecordModel<Row, Values, Values>['present']
}

export type ContentModel<Row extends ContentRow> = RecordModel<Row, Values, Values>

/** How a kind of content is edited. A save sends the whole record, with the fields that were changed in it. */
export function makeModel<Row extends ContentRow, Fields extends object>({
  specs,
  valuesOf,
  save,
  aliases = {},
  present,
}: ModelOptions<Row, Fields>): ContentModel<Row> {
  const fieldNames = [...specs.flatMap(namesOf), draftFlag.name]
  const typedOf = (values: Values): Values =>
    Object.fromEntries(
      fieldNames.map((field) => {
        const value = values[field]
        const kind = find(specs, field)?.spec.kind
        if (kind === 'time') return [field, typedTime(value as string | null)]
        return [field, kind === 'line' || kind === 'text' ? (value ?? '') : value]
      }),
    )
  const fieldsOf = (row: Row): Values => {
    const values: Values = { ...valuesOf(row), isDraft: row.isDraft }
    return Object.fromEntries(fieldNames.map((field) => [field, values[field]]))
  }
  const readField = (field: string, typed: Values): Read => {
    const found = find(specs, field)
    return found === null ? { value: typed[field] } : read(found, typed[field], typed.isDraft === true)
  }
  const isSame = (field: string, typed: Values, saved: Values): boolean => {
    const meant = readField(field, typed)
    const spec = find(specs, field)?.spec ?? draftFlag
    return 'value' in meant && isEqual(comparable(spec, meant.value), comparable(spec, saved[field]))
  }
  return {
    fieldNames,
    fieldsOf,
    typedOf,
    isSame,
    ...(present !== undefined && { present }),
    check: (typed, saved) => {
      const errors: Record<string, string> = {}
      const changes: Record<string, unknown> = {}
      const isPublished = saved.isDraft === true && typed.isDraft === false
      for (const field of fieldNames) {
        const meant = readField(field, typed)
        if ('value' in meant && isSame(field, typed, saved)) continue
        if ('value' in meant) changes[field] = meant.value
        // An incomplete saved field does not prevent changes of other fields.
        else if (isPublished || !isEqual(typed[field], typedOf(saved)[field])) errors[field] = meant.error
      }
      const next = { ...saved, ...changes }
      for (const spec of specs) {
        if (spec.kind !== 'time' || spec.after === undefined) continue
        const [start, end] = [next[spec.after], next[spec.name]]
        const isTouched = spec.name in changes || spec.after in changes
        if (isTouched && typeof start === 'string' && typeof end === 'string' && end <= start) errors[spec.name] = 'FIELD.MIN_ABOVE_MAX'
      }
      return { changes, errors }
    },
    send: async (version, changes, over) => {
      try {
        return await save({ ...fieldsOf(over), ...changes } as Fields, version, over)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const errors = Object.fromEntries(Object.entries(error.errors).map(([field, key]) => [aliases[field] ?? field, key]))
        throw new ApiError(error.status, error.message, errors, error.data, error.retryAfter)
      }
    },
  }
}

/** The fields of one picture that the editor has in `images`. */
export const pictureAliases = Object.fromEntries(
  ['mediaId', 'imageUrl', 'altAz', 'altRu', 'altEn', 'focusX', 'focusY'].map((field) => [field, 'images']),
)

/** The texts that a language lacks: those that the source has, and those that are needed. */
export const missingTexts = (specs: readonly FieldSpec[], typed: Values, language: Language): string[] =>
  specs.flatMap((spec) => {
    if (spec.kind !== 'text') return []
    const text = (one: Language) => typedText(typed[inLanguage(spec.name, one)]).trim()
    return text(language) === '' && (spec.isNeeded === true || text(sourceLanguage) !== '') ? [spec.name] : []
  })
