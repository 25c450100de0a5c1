import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toQepik } from '@shared/price'
import { useMe } from '@desk/api/session'
import { keyText } from '@desk/lib/errors'
import { isLineOverLimit } from '@desk/lib/offer-sums'
import { copyOfLine, maxLines, numbersOf, type Errors, type LineDraft } from './line'

export interface LineEditing {
  lines: readonly LineDraft[]
  canAdd: boolean
  change: (key: string, changed: Partial<LineDraft>) => void
  add: (...lines: LineDraft[]) => void
  move: (key: string, to: number) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
  errorOf: (key: string, field: string) => string | undefined
  /** Whether the discount is above what this person may give alone. */
  isOver: (line: LineDraft) => boolean
  /** Facts and actions of a line with a design. */
  designNote?: (line: LineDraft) => ReactNode
}

type Change = (changed: (draft: { lines: LineDraft[] }) => { lines: LineDraft[] }) => void

/** A typed price counts as checked. */
const changedLine = (line: LineDraft, changed: Partial<LineDraft>): LineDraft => ({
  ...line,
  ...(changed.listPrice !== undefined && line.isPriceToCheck === true && { isPriceToCheck: false }),
  ...changed,
})

/** The changes of a draft's lines. */
export function useLines(lines: readonly LineDraft[], errors: Errors, change: Change): LineEditing {
  const { t } = useTranslation()
  const me = useMe()
  const set = (next: (lines: LineDraft[]) => LineDraft[]) => change((draft) => ({ lines: next(draft.lines) }))
  return {
    lines,
    canAdd: lines.length < maxLines,
    change: (key, changed) => set((all) => all.map((line) => (line.key === key ? changedLine(line, changed) : line))),
    add: (...added) => set((all) => [...all, ...added].slice(0, maxLines)),
    move: (key, to) =>
      set((all) => {
        const moved = all.find((line) => line.key === key)
        if (moved === undefined || to < 0 || to >= all.length) return all
        const others = all.filter((line) => line !== moved)
        return [...others.slice(0, to), moved, ...others.slice(to)]
      }),
    duplicate: (key) =>
      set((all) => all.flatMap((line) => (line.key === key && all.length < maxLines ? [line, copyOfLine(line)] : [line]))),
    remove: (key) => set((all) => all.filter((line) => line.key !== key)),
    errorOf: (key, field) => {
      const error = errors[`${key}.${field}`]
      return error === undefined ? undefined : (keyText(t, error) ?? t('ERRORS.INVALID'))
    },
    isOver: (line) => {
      if (me.role !== 'sales') return false
      const { quantity, listPrice, discount } = numbersOf(line)
      if (quantity === null || listPrice === null || discount === null) return false
      const catalog = line.catalog === null ? null : { price: toQepik(line.catalog.price), discount: line.catalog.discount }
      return isLineOverLimit({ quantity, listPrice, discount }, catalog, me.discountLimitPercent)
    },
  }
}
