import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Answer, Params, PathOf } from '@shared/api/contract'
import { languageNames, languages, type Language } from '@shared/language'
import type { DeskPaths, Me, TeamName } from '@desk/api/records'
import type { TextKey } from '@shared/text-key'

/** A path of the contract whose answer continues with a cursor. */
export type ListPath = {
  [P in PathOf<DeskPaths, 'GET'>]: Answer<DeskPaths, 'GET', P> extends { nextCursor: string | null } ? P : never
}[PathOf<DeskPaths, 'GET'>]

export type RowOf<P extends ListPath> = Answer<DeskPaths, 'GET', P> extends { data: (infer Row extends object)[] } ? Row : never

/** The names of the filters that the contract has for a list. */
export type NameOf<P extends ListPath> =
  Params<DeskPaths, 'GET', P> extends { query?: infer Query } ? Exclude<keyof Query & string, 'cursor' | 'limit'> : never

export type Filters = Readonly<Partial<Record<string, string>>>

/** Context of cells and choices. */
export interface Drawing {
  t: TFunction
  language: Language
  me: Me
  now: Date
  team: readonly TeamName[]
  stores: readonly { id: string; name: string }[]
}

interface Choice<Name> {
  kind: 'choice'
  name: Name
  label: TextKey
  /** Values that the address may have; all if absent. */
  words?: readonly string[]
  /** The value of the first option, which filters nothing; empty if absent. */
  any?: { value?: string; text: TextKey }
  /** The other options; without any, the form leaves the filter out. */
  options: (drawing: Drawing) => readonly { value: string; text: string }[]
}

/** A first and a last day. */
interface Days<Name> {
  kind: 'days'
  from: { name: Name; label: TextKey }
  to: { name: Name; label: TextKey }
}

/** A filter that only links set. */
interface Hidden<Name> {
  kind: 'hidden'
  name: Name
}

export type Filter<Name = string> = Choice<Name> | Days<Name> | Hidden<Name>

export const namesOf = (filter: Filter): readonly string[] => (filter.kind === 'days' ? [filter.from.name, filter.to.name] : [filter.name])

/** A filter by a closed set of words. */
export const words = <Name extends string, Word extends string>(
  name: Name,
  label: TextKey,
  all: readonly Word[],
  textOf: (word: Word) => TextKey,
  any: Choice<Name>['any'] = { text: 'QUOTES.ANY' },
): Choice<Name> => ({
  kind: 'choice',
  name,
  label,
  words: all,
  any,
  options: ({ t }) => all.map((word) => ({ value: word, text: t(textOf(word)) })),
})

/** A filter by yes or no. */
export const flag = <Name extends string>(name: Name, label: TextKey, yes: TextKey, no: TextKey) =>
  words(name, label, ['true', 'false'], (value) => (value === 'true' ? yes : no))

/** A filter by the customer's language. */
export const byLanguage = (label: TextKey): Choice<'language'> => ({
  kind: 'choice',
  name: 'language',
  label,
  words: languages,
  options: () => languages.map((language) => ({ value: language, text: languageNames[language] })),
})

/** A filter by the person who has the record. */
export const byAssignee: Choice<'assignee'> = {
  kind: 'choice',
  name: 'assignee',
  label: 'QUOTE.ASSIGNEE',
  any: { text: 'QUOTES.ALL' },
  options: ({ t, team }) => [
    { value: 'me', text: t('QUOTES.MINE') },
    { value: 'none', text: t('QUOTES.UNASSIGNED') },
    ...team.map(({ id, name }) => ({ value: id, text: name })),
  ],
}

export const days = <const First extends string, const Last extends string>(
  from: [First, TextKey],
  to: [Last, TextKey],
): Days<First | Last> => ({
  kind: 'days',
  from: { name: from[0], label: from[1] },
  to: { name: to[0], label: to[1] },
})

/** Where a cell stands on phones: in the row's first line, its end, below, at the end below, or nowhere. */
export type Place = 'main' | 'end' | 'below' | 'endBelow' | 'wide' | 'action'

export interface Column<Row, Name = string> {
  id: string
  /** Absent for a column of buttons, whose `label` is for assistive technology only. */
  header?: TextKey
  label?: TextKey
  place: Place
  /** Numbers stand at the end of their cells. */
  isEnd?: boolean
  /** The sort that a press on the header chooses. */
  sort?: { name: string; direction: 'ascending' | 'descending' }
  filter?: Filter<Name>
  cell: (row: Row, drawing: Drawing) => ReactNode
}

/** A list of records: how its rows are drawn, and what the address says about it. */
export interface List<P extends ListPath> {
  path: P
  columns: readonly Column<RowOf<P>, NameOf<P>>[]
  /** Filters without a column, after those of the columns. */
  filters: readonly Filter<NameOf<P>>[]
  /** The sorts with their texts; the first is the default and goes without a parameter. */
  sorts: Readonly<Record<string, TextKey>>
  /** The filters of an address that has none. */
  initial?: Filters
}

/** All filters of a list, in the order of its form. */
export const filtersOf = <P extends ListPath>(list: List<P>): readonly Filter[] => [
  ...list.columns.flatMap(({ filter }) => filter ?? []),
  ...list.filters,
]
