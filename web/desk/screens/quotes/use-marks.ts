import { useState } from 'react'

export interface Marks {
  /** Whether the rows have their boxes. */
  isMarking: boolean
  /** Numbers of the marked quotes. */
  numbers: ReadonlySet<string>
  begin: () => void
  /** Marks a quote or takes its mark away. */
  toggle: (number: string) => void
  /** Takes all marks and boxes away. */
  end: () => void
}

/** The quotes that are marked for one change of all. */
export function useMarks(): Marks {
  const [numbers, setNumbers] = useState<ReadonlySet<string> | null>(null)
  return {
    isMarking: numbers !== null,
    numbers: numbers ?? new Set(),
    begin: () => setNumbers(new Set()),
    toggle: (number) => {
      const next = new Set(numbers)
      if (!next.delete(number)) next.add(number)
      setNumbers(next)
    },
    end: () => setNumbers(null),
  }
}
