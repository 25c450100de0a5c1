import { useCallback, useMemo, useState } from 'react'
import { readStored, writeStored } from '@shared/storage'
import type { TextKey } from '@shared/text-key'
import type { Column } from './list'

/** A column that may be hidden. */
interface HideableColumn {
  id: string
  header: TextKey
}

export interface Columns {
  hideable: readonly HideableColumn[]
  hidden: ReadonlySet<string>
  /** Ids of all shown columns, in order. */
  shown: readonly string[]
  toggle: (id: string) => void
  /** Shows these columns; all if there is none of them. */
  show: (ids: readonly string[]) => void
  /** Whether exactly these columns are shown. */
  isShown: (ids: readonly string[]) => boolean
}

/** Ids of the columns that `ids` leaves out; none if it has none of them. */
function leftOut(hideable: readonly HideableColumn[], ids: readonly string[]): readonly string[] {
  const left = hideable.map(({ id }) => id).filter((id) => !ids.includes(id))
  return left.length === hideable.length ? [] : left
}

/** The columns of a table that somebody hides in this browser. The rows of phones show all. */
export function useColumns<Row>(list: { path: string; columns: readonly Column<Row>[] }): Columns {
  const key = `desk.columns.${list.path}`
  const hideable = useMemo(
    () =>
      list.columns.flatMap(({ id, header, place }) =>
        header === undefined || place === 'main' || place === 'action' ? [] : { id, header },
      ),
    [list],
  )
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    const kept = (readStored(key) ?? '').split(',')
    return hideable.map(({ id }) => id).filter((id) => kept.includes(id))
  })
  const hide = useCallback(
    (ids: readonly string[]) => {
      setHidden(ids)
      writeStored(key, ids.length === 0 ? null : ids.join(','))
    },
    [key],
  )
  return {
    hideable,
    hidden: new Set(hidden),
    shown: list.columns.map(({ id }) => id).filter((id) => !hidden.includes(id)),
    toggle: (id) => hide(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
    show: useCallback((ids: readonly string[]) => hide(leftOut(hideable, ids)), [hideable, hide]),
    isShown: (ids) => {
      const left = leftOut(hideable, ids)
      return left.length === hidden.length && left.every((id) => hidden.includes(id))
    },
  }
}
