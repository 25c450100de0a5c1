import { parseStored } from '@shared/storage'
import { useMe } from '@desk/api/session'
import { useDraft } from '@desk/lib/drafts'
import { cellNames, type CellName } from './cells'
import { isEqual, jumpOf, type Cells, type CellValue } from './values'

export interface Jumps {
  /** Large change of a cell that the person has not confirmed; null for any other. */
  of: (name: CellName) => number | null
  open: readonly { name: CellName; jump: number }[]
  confirm: (name: CellName) => void
}

/** Large changes of cells, each asked about once: this browser keeps the values that the person confirmed. */
export function useJumps(version: number, before: Cells | null, cells: Cells): Jumps {
  const me = useMe()
  const [text, keep] = useDraft(`priceBookJumps.${me.id}.${String(version)}`)
  const confirmed = (parseStored(text) ?? {}) as Readonly<Partial<Record<CellName, CellValue>>>
  const of = (name: CellName) => {
    const value = confirmed[name]
    if (before === null || (value !== undefined && isEqual(value, cells[name]))) return null
    return jumpOf(name, before[name], cells[name])
  }
  const open = cellNames.flatMap((name) => {
    const jump = of(name)
    return jump === null ? [] : [{ name, jump }]
  })
  return { of, open, confirm: (name) => keep(JSON.stringify({ ...confirmed, [name]: cells[name] })) }
}
