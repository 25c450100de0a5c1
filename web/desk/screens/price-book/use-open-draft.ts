import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceBook, PriceEffect } from '@desk/api/price-books'
import type { Query } from '@shared/query/use-query'
import { useLanguage } from '@desk/i18n/language'
import { cellNames, type CellName } from './cells'
import { refusedCells, useEffectOf } from './Effect'
import { pastedColumn } from './paste'
import type { Refused } from './PublishDialog'
import { problemText, refusalText } from './texts'
import { useDraftBook, type DraftBook } from './use-draft'
import { useJumps, type Jumps } from './use-jumps'
import { useLatest } from './use-latest'
import { changedCells, formatCell, readCell, type Cells } from './values'
import type { BookView, CellActions, Typing } from './view'

export interface OpenDraft extends Pick<DraftBook, 'editing' | 'save'> {
  view: BookView
  effect: Query<PriceEffect>
  jumps: Jumps
  /** Number of cells that differ from the book before. */
  changes: number
  /** Number of cells that are typed but not saved. */
  unsaved: number
  /** Cells with an error. */
  faulty: readonly CellName[]
  /** Cells without which no design has a price. */
  wrong: readonly CellName[]
  /** Refusals of the last publishing. */
  refused: Refused
  refuse: (refused: Refused) => void
  change: (name: CellName, text: string) => void
}

/** The draft with what is typed in it, its effect, and all that was refused. `against` is the version of the book before. */
export function useOpenDraft(book: PriceBook, before: Cells | null, against: number | null): OpenDraft {
  const { t } = useTranslation()
  const language = useLanguage()
  const { editing, conflicts, settle, save } = useDraftBook(book)
  const { store, state, shown } = editing
  const { cells, book: saved, version } = state.record
  const jumps = useJumps(book.version, before, cells)
  const effect = useEffectOf(version, against)
  const wrong = refusedCells(effect.error)
  const [refused, setRefused] = useState<Refused>({})

  const problemOf = (name: CellName) => {
    if (!editing.isChanged(name)) return undefined
    const read = readCell(name, shown[name])
    return 'problem' in read ? read.problem : undefined
  }
  const change = (name: CellName, text: string) => {
    store.change(name, text)
    setRefused((shownRefusals) => Object.fromEntries(Object.entries(shownRefusals).filter(([other]) => other !== name)))
  }
  const actions = useLatest<CellActions>({
    change,
    save: () => void (Object.keys(store.getState().typed).length > 0 && save()),
    paste: (from, text) => {
      const pasted = pastedColumn(from, text)
      if (pasted.length < 2) return false
      for (const [name, typed] of pasted) change(name, typed)
      return true
    },
    confirmJump: jumps.confirm,
    takeBack: (name) => before !== null && change(name, formatCell(name, before[name], language)),
    settle,
  })
  const typing: Typing = {
    typed: shown,
    errorOf: (name) => {
      const problem = problemOf(name)
      if (problem !== undefined) return problemText(t, name, problem)
      if (name in state.refused) return problemText(t, name, 'range')
      const key = refused[name] ?? wrong[name]
      return key === undefined ? undefined : refusalText(t, key)
    },
    jumpOf: (name) => (editing.isChanged(name) ? null : jumps.of(name)),
    conflictOf: (name) => conflicts[name],
    actions,
  }
  return {
    editing,
    save,
    view: { cells, before, rates: saved.rates, typing },
    effect,
    jumps,
    changes: before === null ? 0 : changedCells(before, cells).length,
    unsaved: Object.keys(state.typed).length,
    faulty: cellNames.filter((name) => typing.errorOf(name) !== undefined),
    wrong: cellNames.filter((name) => name in wrong),
    refused,
    refuse: setRefused,
    change,
  }
}
