import { create } from 'zustand'
import { isChanged } from '@shared/api/error'
import type { Person } from '@desk/api/records'
import { compare, type Conflict } from './merge'

interface Versioned {
  version: number
  changedBy?: Person | null
  changedAt?: string | null
}

export interface OpenConflict {
  conflicts: readonly Conflict[]
  merged: number
  changedBy: Person | null
  changedAt: string | null
  /** Name of a field. */
  label: (field: string) => string
  /** A field's value as text. */
  show: (field: string, value: unknown) => string
  /** Ends the question with the fields that keep their own value; null gives all own changes up. */
  answer: (keepMine: readonly string[] | null) => void
}

export const useConflict = create<{ open: OpenConflict | null }>(() => ({ open: null }))

interface Save<Row extends Versioned, Answer> {
  base: Row
  changes: Partial<Row>
  send: (version: number, changes: Partial<Row>) => Promise<Answer>
  /** The present record in the data of a 409. */
  present: (data: unknown) => Row
  label: OpenConflict['label']
  show: OpenConflict['show']
  /** Called where fields of another person came along without a question. */
  onMerged?: (fields: number) => void
}

/** Changes by others that a save meets before it gives up. */
const maxMerges = 5

/**
 * Saves the changed fields with the record's version. Where somebody else saved first, other fields merge and the same field
 * is a question. Resolves to null where the own changes were given up.
 */
export async function saveMerging<Row extends Versioned, Answer>(save: Save<Row, Answer>): Promise<Answer | null> {
  let { base, changes } = save
  for (let tries = 0; ; tries += 1) {
    try {
      return await save.send(base.version, changes)
    } catch (error) {
      if (!isChanged(error) || error.data === null || tries >= maxMerges) throw error
      const present = save.present(error.data)
      const { conflicts, merged } = compare(base, present, changes)
      if (conflicts.length > 0) {
        const keepMine = await ask(conflicts, merged, present, save)
        if (keepMine === null) return null
        const dropped = new Set(conflicts.map(({ field }) => field).filter((field) => !keepMine.includes(field)))
        changes = Object.fromEntries(Object.entries(changes).filter(([field]) => !dropped.has(field))) as Partial<Row>
        if (Object.keys(changes).length === 0) return null
      } else if (merged > 0) {
        save.onMerged?.(merged)
      }
      base = present
    }
  }
}

async function ask(
  conflicts: readonly Conflict[],
  merged: number,
  present: Versioned,
  { label, show }: Pick<OpenConflict, 'label' | 'show'>,
): Promise<readonly string[] | null> {
  const { changedBy = null, changedAt = null } = present
  const kept = await new Promise<readonly string[] | null>((answer) =>
    useConflict.setState({ open: { conflicts, merged, changedBy, changedAt, label, show, answer } }),
  )
  useConflict.setState({ open: null })
  return kept
}
