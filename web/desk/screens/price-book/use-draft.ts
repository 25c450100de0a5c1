import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isChanged } from '@shared/api/error'
import { showToast } from '@shared/toasts'
import { priceBooks, type PriceBook, type SentCells } from '@desk/api/price-books'
import type { Person } from '@desk/api/records'
import { shownLanguage } from '@desk/i18n/language'
import { useEditing, type Editing } from '@desk/lib/editing'
import { errorText } from '@desk/lib/errors'
import { compare } from '@desk/lib/merge'
import type { RecordModel, Versioned } from '@desk/lib/record-store'
import { cellNames, isCellName, type CellName } from './cells'
import { keepBook } from './queries'
import { cellLabel } from './texts'
import { cellsOf, formatCell, isEqual, readCell, sentValue, typedCells, type Cells, type CellValue, type TypedCells } from './values'

/** A book as the editor has it. `version` counts its changes. */
interface BookRecord extends Versioned {
  cells: Cells
  book: PriceBook
}

const recordOf = (book: PriceBook): BookRecord => ({
  version: book.recordVersion,
  changedBy: book.changedBy,
  changedAt: book.changedAt,
  cells: cellsOf(book),
  book,
})

/** A cell that somebody else changed meanwhile: theirs stands, the own value is offered beside it. */
export interface CellConflict {
  mine: CellValue
  by: Person | null
  at: string | null
}

type Conflicts = Readonly<Partial<Record<CellName, CellConflict>>>

/** Pause after the last key before a save, in milliseconds. */
const pauseMs = 600

/** Changes by others that a save meets before it gives up. */
const maxMerges = 5

const sentCells = (changes: Partial<Cells>): SentCells =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, sentValue(name as CellName, value)]))

/**
 * Saves cells over a version. Cells that somebody else changed meanwhile are left as theirs and given to `onConflict`; the others are
 * saved over the newest version.
 */
async function saveCells(
  version: number,
  changes: Partial<Cells>,
  known: Cells,
  onConflict: (conflicts: Conflicts) => void,
): Promise<BookRecord> {
  let [over, left, base] = [version, changes, known]
  for (let tries = 0; ; tries += 1) {
    try {
      return recordOf(await priceBooks.change(over, sentCells(left)))
    } catch (error) {
      if (!isChanged(error) || error.data === null || tries >= maxMerges) throw error
      const present = recordOf(error.data as PriceBook)
      const { conflicts } = compare(base, present.cells, left)
      const lost = new Set(conflicts.map(({ field }) => field))
      const { changedBy: by, changedAt: at } = present
      if (lost.size > 0) onConflict(Object.fromEntries(conflicts.map(({ field, mine }) => [field, { mine: mine as CellValue, by, at }])))
      left = Object.fromEntries(Object.entries(left).filter(([name]) => !lost.has(name)))
      if (Object.keys(left).length === 0) return present
      over = present.version
      base = present.cells
    }
  }
}

function makeModel(onConflict: (conflicts: Conflicts) => void): RecordModel<BookRecord, Cells, TypedCells> {
  return {
    fieldNames: cellNames,
    fieldsOf: ({ cells }) => cells,
    typedOf: (cells) => typedCells(cells, shownLanguage()),
    isSame: (name, typed, saved) => {
      const read = readCell(name, typed[name])
      return 'value' in read ? isEqual(read.value, saved[name]) : typed[name].trim() === '' && saved[name] === null
    },
    // A cell that cannot be read stays typed, with its problem beside it; the others are saved.
    check: (typed, saved) => {
      const changes = cellNames.flatMap((name) => {
        const read = readCell(name, typed[name])
        return 'value' in read && !isEqual(read.value, saved[name]) ? [[name, read.value] as const] : []
      })
      return { changes: Object.fromEntries(changes), errors: {} }
    },
    send: (version, changes, _, known) => saveCells(version, changes, known, onConflict),
  }
}

export interface DraftBook {
  editing: Editing<BookRecord, Cells, TypedCells>
  conflicts: Conflicts
  /** Ends a conflict: with the own value, or with theirs. */
  settle: (name: CellName, isMine: boolean) => void
  /** Saves what can be read. Resolves to whether nothing is left to save. */
  save: () => Promise<boolean>
}

/** The unsaved cells of the draft, which save themselves after a pause. */
export function useDraftBook(book: PriceBook): DraftBook {
  const { t } = useTranslation()
  const [conflicts, setConflicts] = useState<Conflicts>({})
  const [model] = useState(() => makeModel((found) => setConflicts((before) => ({ ...before, ...found }))))
  const [record, setRecord] = useState(() => recordOf(book))
  // One record for each answer, so that it is taken once.
  if (record.book !== book) setRecord(recordOf(book))
  const editing = useEditing({
    record,
    model,
    draft: { kind: 'priceBook', code: String(book.version) },
    label: (name) => (isCellName(name) ? cellLabel(t, name, shownLanguage()) : name),
    show: (name, value) => (isCellName(name) ? formatCell(name, value as CellValue, shownLanguage()) : ''),
    onSaved: (saved) => keepBook(saved.book),
  })
  const { store, state } = editing

  const save = async () => {
    const isSaved = await store.save()
    const { failure } = store.getState()
    if (failure !== null) showToast({ tone: 'error', text: errorText(t, failure) })
    return isSaved
  }
  useAutosave(state.typed, state.isSaving, save)
  const settle = (name: CellName, isMine: boolean) => {
    const conflict = conflicts[name]
    if (isMine && conflict !== undefined) store.change(name, formatCell(name, conflict.mine, shownLanguage()))
    setConflicts((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)))
  }
  return { editing, conflicts, settle, save }
}

/** Saves a while after the last change; what a save left is tried again with the next change. */
function useAutosave(typed: object, isSaving: boolean, save: () => Promise<unknown>): void {
  const tried = useRef<object | null>(null)
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (isSaving || Object.keys(typed).length === 0 || tried.current === typed) return
    const timer = setTimeout(() => {
      tried.current = typed
      void latest.current()
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isSaving])
}
