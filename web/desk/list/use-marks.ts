import { useState } from 'react'

export interface Marks {
  /** Whether marking has begun, with or without a marked row. */
  isMarking: boolean
  /** Ids of the marked rows. */
  ids: ReadonlySet<string>
  begin: () => void
  /** Marks a row or takes its mark away. */
  toggle: (id: string) => void
  /** Marks all, or takes all marks away where all are marked. */
  toggleAll: (ids: readonly string[]) => void
  /** Takes all marks away. */
  end: () => void
}

/** The rows that are marked for one change of all. */
export function useMarks(): Marks {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  return {
    isMarking: ids !== null,
    ids: ids ?? new Set(),
    begin: () => setIds(new Set()),
    toggle: (id) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    toggleAll: (all) => setIds(all.every((id) => ids?.has(id)) ? null : new Set(all)),
    end: () => setIds(null),
  }
}
