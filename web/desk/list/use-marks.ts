import { useState } from 'react'

export interface Marks {
  /** Whether marking has begun, with or without a marked row. */
  isMarking: boolean
  /** Ids of the marked rows. */
  ids: ReadonlySet<string>
  begin: () => void
  /** Marks a row or takes its mark away; with `within`, all rows from the last one to this one get the mark. */
  toggle: (id: string, within?: readonly string[]) => void
  /** Marks all, or takes all marks away where all are marked. */
  toggleAll: (ids: readonly string[]) => void
  /** Takes all marks away. */
  end: () => void
}

/** Most rows that one change of all takes. */
export const maxMarked = 200

/** The rows that are marked for one change of all. */
export function useMarks(): Marks {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  const [last, setLast] = useState<string | null>(null)
  return {
    isMarking: ids !== null,
    ids: ids ?? new Set(),
    begin: () => setIds(new Set()),
    toggle: (id, within) => {
      const next = new Set(ids)
      const [from, to] = [last, id].map((one) => within?.indexOf(one ?? '') ?? -1).sort((one, other) => one - other)
      if (within !== undefined && from !== undefined && to !== undefined && from >= 0) {
        for (const one of within.slice(from, to + 1)) next.add(one)
      } else if (!next.delete(id)) next.add(id)
      setIds(next)
      setLast(id)
    },
    toggleAll: (all) => setIds(all.every((id) => ids?.has(id)) ? null : new Set(all)),
    end: () => setIds(null),
  }
}

/** Whether a box was pressed with Shift, which marks all rows from the last one on. */
export const isWithShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true
