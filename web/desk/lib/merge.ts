export interface Conflict {
  field: string
  theirs: unknown
  mine: unknown
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Fields = Readonly<Record<string, unknown>>

/**
 * Compares own changes with a record that another person changed meanwhile: a field that only one of the two changed needs no
 * question. `merged` counts the fields of the other person that come along.
 */
export function compare(base: object, present: object, changes: object): { conflicts: Conflict[]; merged: number } {
  return compareFields({ ...base }, { ...present }, { ...changes })
}

function compareFields(base: Fields, present: Fields, changes: Fields): { conflicts: Conflict[]; merged: number } {
  const isChangedByThem = (field: string) => !isEqual(base[field], present[field])
  const conflicts = Object.entries(changes)
    .filter(([field, mine]) => isChangedByThem(field) && !isEqual(present[field], mine))
    .map(([field, mine]) => ({ field, theirs: present[field], mine }))
  const ignored = new Set(['version', 'changedBy', 'changedAt'])
  const merged = Object.keys(present).filter((field) => !ignored.has(field) && !(field in changes) && isChangedByThem(field)).length
  return { conflicts, merged }
}
