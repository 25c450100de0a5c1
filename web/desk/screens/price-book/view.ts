import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import type { Rates } from '@desk/api/price-books'
import type { CellName, CostCell } from './cells'
import type { CellConflict } from './use-draft'
import { formatCell, isEqual, type Cells, type TypedCells } from './values'

/** Steps that people take in the cells of a draft; the same object in each render. */
export interface CellActions {
  change: (name: CellName, text: string) => void
  /** Saves what is typed at once. */
  save: () => void
  /** Pastes a copied column from a cost on; false for one value, which is pasted as text. */
  paste: (from: CostCell, text: string) => boolean
  confirmJump: (name: CellName) => void
  takeBack: (name: CellName) => void
  settle: (name: CellName, isMine: boolean) => void
}

/** The cells of a draft while people type in them. */
export interface Typing {
  typed: TypedCells
  errorOf: (name: CellName) => string | undefined
  /** Change of a cell that is asked about, in percent or points. */
  jumpOf: (name: CellName) => number | null
  conflictOf: (name: CellName) => CellConflict | undefined
  actions: CellActions
}

/** A book as its tables show it. */
export interface BookView {
  cells: Cells
  /** Cells of the book before; null where there is none. */
  before: Cells | null
  rates: Rates | null
  /** Null for a book that cannot be changed. */
  typing: Typing | null
}

/** A cell as it is drawn. */
export interface CellFacts {
  /** As it is typed, or saved in a book that cannot be changed. */
  text: string
  isChanged: boolean
  /** Value in the book before; empty where that has none. */
  old: string
  /** Words for the value in the book before; undefined where it is the same. */
  was: string | undefined
  error: string | undefined
  jump: number | null
  conflict: CellConflict | undefined
  /** Null for a book that cannot be changed. */
  actions: CellActions | null
}

export function factsOf({ cells, before, typing }: BookView, name: CellName, t: TFunction, language: Language): CellFacts {
  const isChanged = before !== null && !isEqual(before[name], cells[name])
  const old = before === null ? '' : formatCell(name, before[name], language)
  return {
    text: typing === null ? formatCell(name, cells[name], language) || '–' : typing.typed[name],
    isChanged,
    old,
    was: isChanged && old !== '' ? t('PRICE_BOOK.BEFORE', { value: old }) : undefined,
    error: typing?.errorOf(name),
    jump: typing?.jumpOf(name) ?? null,
    conflict: typing?.conflictOf(name),
    actions: typing?.actions ?? null,
  }
}

/** True if something stands below a cell. */
export const hasNotes = ({ error, jump, conflict }: CellFacts): boolean => error !== undefined || jump !== null || conflict !== undefined
