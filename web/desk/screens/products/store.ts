import { createStore } from 'zustand/vanilla'
import { ApiError } from '@shared/api/error'
import type { Language } from '@shared/language'
import { parseStored } from '@shared/storage'
import { call } from '@desk/api/client'
import type { DeskProduct, Person } from '@desk/api/records'
import { draftPrefix, readKept, writeKept } from '@desk/lib/kept'
import { compare } from '@desk/lib/merge'
import { saveMerging, type OpenConflict } from '@desk/lib/save-merging'
import { check, fieldNames, fieldsOf, isSame, sentFields, typedOf, type Errors, type Field, type Fields, type Typed } from './draft'

export interface ProductState {
  /** As the service knows it. */
  product: DeskProduct
  /** The fields that were typed since, and are not saved. */
  typed: Partial<Typed>
  /** What these fields were when they were first typed in, and the version of that time. */
  from: { version: number; fields: Partial<Fields> }
  /** Refusals of the service by field, and the field's own errors once a save was tried. */
  refused: Errors
  /** The refusals of the service by the path of the part, such as `images[0].mediaId`. */
  refusedParts: Readonly<Record<string, string>>
  isSaving: boolean
  /** Why the last save failed, where that is about no field. */
  failure: unknown
}

type Row = Fields & { version: number; changedBy: Person | null; changedAt: string }

/** Unsaved fields as this browser keeps them. */
type Stored = Pick<ProductState, 'typed' | 'from'>

const readUnsaved = (name: string): Stored | null => {
  const stored = parseStored(readKept(name)) as Partial<Stored> | null
  return stored?.typed === undefined || stored.from === undefined ? null : { typed: stored.typed, from: stored.from }
}

/** Fields by name, without one of them. */
const without = <Part extends object>(part: Part, drop: (field: Field) => boolean): Part =>
  Object.fromEntries(Object.entries(part).filter(([field]) => !drop(field as Field))) as Part

/** The field that a part belongs to. */
const fieldOfPath = (path: string) => /^\w+/.exec(path)?.[0] ?? path

interface Options {
  product: DeskProduct
  /** Id of the person: another one of the same browser has drafts of their own. */
  me: string
  /** Language of the desk, for the form of amounts. */
  language: Language
  conflict: Pick<OpenConflict, 'label' | 'show'>
  onSaved: (product: DeskProduct) => void
  /** Others changed so many fields, which came along. */
  onMerged: (fields: number) => void
}

export type ProductStore = ReturnType<typeof makeProductStore>

/** The whole typed form: what is typed over what is saved. */
export const shownOf = ({ product, typed }: Pick<ProductState, 'product' | 'typed'>, language: Language): Typed => ({
  ...typedOf(fieldsOf(product), language),
  ...typed,
})

/**
 * The unsaved fields of a product. They survive a reload and a crash, and each tab of the person keeps those of the others. A save
 * sends the changed fields with the version that they were begun from: the service merges what nobody else changed.
 */
export function makeProductStore({ product, me, language, conflict, onSaved, onMerged }: Options) {
  const name = `${draftPrefix}product.${me}.${product.code}`
  const stored = readUnsaved(name)
  const store = createStore<ProductState>(() =>
    tidy({
      product,
      typed: stored?.typed ?? {},
      from: stored?.from ?? { version: product.version, fields: {} },
      refused: {},
      refusedParts: {},
      isSaving: false,
      failure: null,
    }),
  )
  /** Fields that this tab has had: it alone says whether they are kept. */
  const own = new Set<Field>(Object.keys(store.getState().typed) as Field[])

  /** Leaves out what means the same as what is saved. */
  function tidy(state: ProductState): ProductState {
    const fields = fieldsOf(state.product)
    const shown = shownOf(state, language)
    const isGone = (field: Field) => !fieldNames.includes(field) || isSame(field, shown, fields)
    const typed = without(state.typed, isGone)
    const isClean = Object.keys(typed).length === 0
    return {
      ...state,
      typed,
      from: isClean ? { version: state.product.version, fields: {} } : { ...state.from, fields: without(state.from.fields, isGone) },
      refused: without(state.refused, (field) => !(field in typed)),
      refusedParts: without(state.refusedParts, (path) => !(fieldOfPath(path) in typed)),
    }
  }

  const set = (state: ProductState) => {
    const next = tidy(state)
    for (const field of Object.keys(next.typed) as Field[]) own.add(field)
    store.setState(next)
    // What another tab has typed stays.
    const others = readUnsaved(name)
    const typed = { ...without(others?.typed ?? {}, (field) => own.has(field)), ...next.typed }
    const fields = { ...without(others?.from.fields ?? {}, (field) => own.has(field)), ...next.from.fields }
    const version = Math.min(next.from.version, others?.from.version ?? next.from.version)
    writeKept(name, Object.keys(typed).length === 0 ? null : JSON.stringify({ typed, from: { version, fields } } satisfies Stored))
  }

  const checked = () => {
    const state = store.getState()
    return check(shownOf(state, language), { ...fieldsOf(state.product) })
  }

  /** Saves what is typed. Resolves to whether nothing is left to save. */
  const save = async (): Promise<boolean> => {
    const state = store.getState()
    if (state.isSaving) return false
    const { changes, errors } = checked()
    if (Object.keys(errors).length > 0) {
      store.setState({ refused: errors, refusedParts: {}, failure: null })
      return false
    }
    if (Object.keys(changes).length === 0) return true
    store.setState({ isSaving: true, failure: null, refused: {}, refusedParts: {} })
    const { product: before, typed: sent, from } = state
    const base: Row = {
      ...fieldsOf(before),
      ...from.fields,
      version: from.version,
      changedBy: before.changedBy,
      changedAt: before.changedAt,
    }
    let present: DeskProduct | null = null
    try {
      const answer = await saveMerging<Row, DeskProduct>({
        base,
        changes,
        send: (version, changed) =>
          call('PATCH', '/desk/products/{code}', { path: { code: before.code }, body: { version, ...sentFields(changed) } }),
        present: (data) => {
          present = data as DeskProduct
          return { ...fieldsOf(present), version: present.version, changedBy: present.changedBy, changedAt: present.changedAt }
        },
        ...conflict,
        onMerged: () => undefined,
      })
      const next = answer ?? present ?? before
      const { typed, from: latest } = store.getState()
      const isDone = (field: Field) => field in changes && Object.is(typed[field], sent[field])
      const left = without(typed, isDone)
      const { merged } = compare(fieldsOf(before), fieldsOf(next), changes)
      set({
        ...store.getState(),
        product: next,
        typed: left,
        from: { version: next.version, fields: without(latest.fields, isDone) },
        isSaving: false,
      })
      onSaved(next)
      if (merged > 0) onMerged(merged)
      return Object.keys(store.getState().typed).length === 0
    } catch (failure) {
      const keys = failure instanceof ApiError ? Object.entries(failure.errors) : []
      const refused = Object.fromEntries(
        keys.map(([path, key]) => [fieldOfPath(path), key] as const).filter(([field]) => fieldNames.includes(field as Field)),
      ) as Errors
      const refusedParts = Object.fromEntries(keys.filter(([path]) => path !== fieldOfPath(path)))
      store.setState({
        isSaving: false,
        refused,
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
    checked,
    /** Types in a field. */
    change: <Name extends Field>(field: Name, value: Typed[Name]) => {
      const state = store.getState()
      const { [field]: known = state.product[field as keyof DeskProduct] } = state.from.fields
      set({
        ...state,
        typed: { ...state.typed, [field]: value },
        from: { ...state.from, fields: { ...state.from.fields, [field]: known } },
        refused: without(state.refused, (other) => other === field),
        refusedParts: without(state.refusedParts, (path) => fieldOfPath(path) === field),
      })
    },
    /** Gives the unsaved text of a field up, or of all. */
    takeBack: (field?: Field) => {
      const state = store.getState()
      set({ ...state, typed: without(state.typed, (other) => field === undefined || other === field), failure: null })
    },
    /** Shows a newer record around what is typed. */
    take: (next: DeskProduct) => {
      const state = store.getState()
      if (next.version >= state.product.version) set({ ...state, product: next })
    },
    save,
  }
}
