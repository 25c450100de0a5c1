import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError } from '@shared/api/error'
import { parseStored } from '@shared/storage'
import type { Person } from '@desk/api/records'
import { draftPrefix, readKept, writeKept } from './kept'
import { compare } from './merge'
import { saveMerging, type OpenConflict } from './save-merging'

/** A record that is saved with its version. */
export interface Versioned {
  version: number
  changedBy: Person | null
  changedAt: string | null
}

/** Keys of errors by field. */
export type Errors<Field extends string = string> = Partial<Record<Field, string>>

type FieldOf<Fields> = keyof Fields & string

/** How a kind of record is edited. `Fields` are as the service has them, `Typed` as people type them, by the same names. */
export interface RecordModel<Row extends Versioned, Fields extends object, Typed extends Record<keyof Fields, unknown>> {
  /** All fields in the order of the screen. */
  fieldNames: readonly FieldOf<Fields>[]
  fieldsOf: (row: Row) => Fields
  typedOf: (fields: Fields) => Typed
  /** Whether a typed field means the same as a saved one. */
  isSame: (field: FieldOf<Fields>, typed: Typed, saved: Fields) => boolean
  /** Changes of the saved fields, and the errors that prevent a save. */
  check: (typed: Typed, saved: Fields) => { changes: Partial<Fields>; errors: Errors<FieldOf<Fields>> }
  /** Saves changed fields over a version; `over` is the newest record that is known, `known` the fields when typing began. */
  send: (version: number, changes: Partial<Fields>, over: Row, known: Fields) => Promise<Row>
  /** The present record in the data of a refusal; absent: the data are the record. */
  present?: (data: unknown) => Row
}

export interface RecordState<Row extends Versioned, Fields extends object, Typed> {
  /** As the service knows it. */
  record: Row
  /** The fields that were typed since, and are not saved. */
  typed: Partial<Typed>
  /** Saved values of these fields when typing began, and the version of that time. */
  from: { version: number; fields: Partial<Fields> }
  /** Refusals of the service by field, and the field's own errors once a save was tried. */
  refused: Errors<FieldOf<Fields>>
  /** The refusals of the service by the path of the part, such as `images[0].mediaId`. */
  refusedParts: Readonly<Record<string, string>>
  isSaving: boolean
  /** Why the last save failed, where that is about no field. */
  failure: unknown
}

/** Fields by name, without one of them. */
const without = <Part extends object>(part: Part, drop: (field: string) => boolean): Part =>
  Object.fromEntries(Object.entries(part).filter(([field]) => !drop(field))) as Part

interface Options<Row extends Versioned, Fields extends object, Typed extends Record<keyof Fields, unknown>> {
  model: RecordModel<Row, Fields, Typed>
  record: Row
  /** Of the record and the person: another one of the same browser has drafts of their own. */
  draft: string
  conflict: Pick<OpenConflict, 'label' | 'show'>
  onSaved: (record: Row) => void
  /** Others changed so many fields, which came along. */
  onMerged: (fields: number) => void
}

export interface RecordStore<Row extends Versioned, Fields extends object, Typed> extends Pick<
  StoreApi<RecordState<Row, Fields, Typed>>,
  'subscribe' | 'getState' | 'getInitialState'
> {
  /** Types in a field. */
  change: <Name extends FieldOf<Fields> & keyof Typed>(field: Name, value: Typed[Name]) => void
  /** Gives the unsaved text of a field up, or of all. */
  takeBack: (field?: FieldOf<Fields>) => void
  /** Shows a newer record around what is typed. */
  take: (next: Row) => void
  /** Saves what is typed. Resolves to whether nothing is left to save. */
  save: () => Promise<boolean>
}

/** The whole typed form: what is typed over what is saved. */
export const shownOf = <Row extends Versioned, Fields extends object, Typed extends Record<keyof Fields, unknown>>(
  { fieldsOf, typedOf }: Pick<RecordModel<Row, Fields, Typed>, 'fieldsOf' | 'typedOf'>,
  { record, typed }: Pick<RecordState<Row, Fields, Typed>, 'record' | 'typed'>,
): Typed => ({ ...typedOf(fieldsOf(record)), ...typed })

/**
 * The unsaved fields of a record. They survive a reload and a crash, and each tab of the person keeps those of the others. A save
 * sends the changed fields with the version that they were begun from: what nobody else changed merges.
 */
export function makeRecordStore<Row extends Versioned, Fields extends object, Typed extends Record<keyof Fields, unknown>>({
  model,
  record,
  draft,
  conflict,
  onSaved,
  onMerged,
}: Options<Row, Fields, Typed>): RecordStore<Row, Fields, Typed> {
  type Field = FieldOf<Fields>
  type State = RecordState<Row, Fields, Typed>
  /** Unsaved fields as this browser keeps them. */
  type Stored = Pick<State, 'typed' | 'from'>

  const { fieldNames, fieldsOf, isSame, check } = model
  const names: ReadonlySet<string> = new Set(fieldNames)
  /** The field that a part belongs to; names of fields may have dots themselves. */
  const fieldOfPath = (path: string) => (names.has(path) ? path : (/^\w+/.exec(path)?.[0] ?? path))
  const name = draftPrefix + draft
  const readUnsaved = (): Stored | null => {
    const stored = parseStored(readKept(name)) as Partial<Stored> | null
    return stored?.typed === undefined || stored.from === undefined ? null : { typed: stored.typed, from: stored.from }
  }
  const stored = readUnsaved()
  const store = createStore<State>(() =>
    tidy({
      record,
      typed: stored?.typed ?? {},
      from: stored?.from ?? { version: record.version, fields: {} },
      refused: {},
      refusedParts: {},
      isSaving: false,
      failure: null,
    }),
  )
  /** Fields that this tab has had: it alone says whether they are kept. */
  const own = new Set(Object.keys(store.getState().typed))

  /** Leaves out what means the same as what is saved. */
  function tidy(state: State): State {
    const fields = fieldsOf(state.record)
    const shown = shownOf(model, state)
    const isGone = (field: string) => !names.has(field) || isSame(field as Field, shown, fields)
    const typed = without(state.typed, isGone)
    const isClean = Object.keys(typed).length === 0
    return {
      ...state,
      typed,
      from: isClean ? { version: state.record.version, fields: {} } : { ...state.from, fields: without(state.from.fields, isGone) },
      // A field may be refused that nobody typed in, such as a name that is missing.
      refused: without(state.refused, (field) => isClean || (field in state.typed && !(field in typed))),
      refusedParts: without(state.refusedParts, (path) => !(fieldOfPath(path) in typed)),
    }
  }

  const set = (state: State) => {
    const next = tidy(state)
    for (const field of Object.keys(next.typed)) own.add(field)
    store.setState(next)
    // Values typed in another tab stay.
    const others = readUnsaved()
    const typed = { ...without(others?.typed ?? {}, (field) => own.has(field)), ...next.typed }
    const fields = { ...without(others?.from.fields ?? {}, (field) => own.has(field)), ...next.from.fields }
    const version = Math.min(next.from.version, others?.from.version ?? next.from.version)
    writeKept(name, Object.keys(typed).length === 0 ? null : JSON.stringify({ typed, from: { version, fields } }))
  }

  const save = async (): Promise<boolean> => {
    const state = store.getState()
    if (state.isSaving) return false
    const { changes, errors } = check(shownOf(model, state), fieldsOf(state.record))
    if (Object.keys(errors).length > 0) {
      store.setState({ refused: errors, refusedParts: {}, failure: null })
      return false
    }
    if (Object.keys(changes).length === 0) return true
    store.setState({ isSaving: true, failure: null, refused: {}, refusedParts: {} })
    const { record: before, typed: sent, from } = state
    const { version, changedBy, changedAt } = { ...before, version: from.version }
    let present: Row | null = null
    const known = { ...fieldsOf(before), ...from.fields }
    try {
      const answer = await saveMerging<Fields & Versioned, Row>({
        base: { ...known, version, changedBy, changedAt },
        changes: changes as Partial<Fields & Versioned>,
        send: (over, changed) => model.send(over, changed, present ?? before, known),
        present: (data) => {
          const row = model.present === undefined ? (data as Row) : model.present(data)
          present = row
          return { ...fieldsOf(row), version: row.version, changedBy: row.changedBy, changedAt: row.changedAt }
        },
        ...conflict,
        onMerged: () => undefined,
      })
      const next = answer ?? present ?? before
      const { typed, from: latest } = store.getState()
      const isDone = (field: string) => field in changes && Object.is(typed[field as Field], sent[field as Field])
      const left = without(typed, isDone)
      const { merged } = compare(fieldsOf(before), fieldsOf(next), changes)
      set({
        ...store.getState(),
        record: next,
        typed: left,
        from: { version: next.version, fields: without(latest.fields, isDone) },
        isSaving: false,
      })
      onSaved(next)
      if (merged > 0) onMerged(merged)
      return Object.keys(store.getState().typed).length === 0
    } catch (failure) {
      const keys = failure instanceof ApiError ? Object.entries(failure.errors) : []
      const refused = Object.fromEntries(keys.map(([path, key]) => [fieldOfPath(path), key] as const).filter(([field]) => names.has(field)))
      const refusedParts = Object.fromEntries(keys.filter(([path]) => path !== fieldOfPath(path)))
      store.setState({
        isSaving: false,
        refused: refused as State['refused'],
        refusedParts,
        failure: keys.length > 0 && Object.keys(refused).length === keys.length ? null : failure,
      })
      return false
    }
  }

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    getInitialState: store.getInitialState,
    change: (field, value) => {
      const state = store.getState()
      const { [field]: known = fieldsOf(state.record)[field] } = state.from.fields
      set({
        ...state,
        typed: { ...state.typed, [field]: value },
        from: { ...state.from, fields: { ...state.from.fields, [field]: known } },
        refused: without(state.refused, (other) => other === field),
        refusedParts: without(state.refusedParts, (path) => fieldOfPath(path) === field),
      })
    },
    takeBack: (field) => {
      const state = store.getState()
      const isTaken = (other: string) => field === undefined || other === field
      set({ ...state, typed: without(state.typed, isTaken), refused: without(state.refused, isTaken), failure: null })
    },
    take: (next) => {
      const state = store.getState()
      if (next.version >= state.record.version) set({ ...state, record: next })
    },
    save,
  }
}
