import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { showToast } from '@shared/toasts'
import { useMe } from '@desk/api/session'
import { keyText } from './errors'
import { makeRecordStore, shownOf, type Errors, type RecordModel, type RecordState, type RecordStore, type Versioned } from './record-store'
import type { OpenConflict } from './save-merging'

/** State that the parts of an editor share. */
export interface Editing<Row extends Versioned, Fields extends object, Typed extends Record<keyof Fields, unknown>> {
  state: RecordState<Row, Fields, Typed>
  store: RecordStore<Row, Fields, Typed>
  /** Typed values over the saved ones. */
  shown: Typed
  /** The text of a field's error, of the service or of the last try to save. */
  errorOf: (field: string) => string | undefined
  isChanged: (field: string) => boolean
  /** Name of a field. */
  label: OpenConflict['label']
  /** A field's saved value as text. */
  saved: (field: string) => string
}

/** An editor of any kind of record, for the parts that all have. */
export interface AnyEditing extends Pick<Editing<Versioned, object, object>, 'errorOf' | 'isChanged' | 'label' | 'saved'> {
  state: { typed: object; refused: object; isSaving: boolean; failure: unknown }
  // Methods, so that a store of known fields fits.
  store: {
    change(field: string, value: unknown): void
    takeBack(field?: string): void
    save: () => Promise<boolean>
    getState: () => { failure: unknown }
  }
  shown: object
}

interface Options<Row extends Versioned, Fields extends object, Typed extends Record<keyof Fields, unknown>> {
  record: Row
  model: RecordModel<Row, Fields, Typed>
  /** Kind and name of the record, for the text that this browser keeps. */
  draft: { kind: string; code: string }
  label: OpenConflict['label']
  show: OpenConflict['show']
  onSaved: (record: Row) => void
}

/** The unsaved fields of a record. */
export function useEditing<Row extends Versioned, Fields extends object, Typed extends Record<keyof Fields, unknown>>(
  options: Options<Row, Fields, Typed>,
): Editing<Row, Fields, Typed> {
  const { t } = useTranslation()
  const me = useMe()
  const { record, model, draft, label, show, onSaved } = options
  const [store] = useState(() =>
    makeRecordStore({
      model,
      record,
      draft: `${draft.kind}.${me.id}.${draft.code}`,
      conflict: { label, show },
      onSaved,
      onMerged: (count) => showToast({ tone: 'done', text: t('CONFLICT.MERGED', { count }) }),
    }),
  )
  const state = useStore(store)
  useEffect(() => store.take(record), [store, record])
  return {
    state,
    store,
    shown: shownOf(model, state),
    errorOf: (field) => {
      const key = (state.refused as Errors)[field]
      return key === undefined ? undefined : (keyText(t, key) ?? t('ERRORS.INVALID'))
    },
    isChanged: (field) => field in state.typed,
    label,
    saved: (field) => show(field, (model.fieldsOf(state.record) as Readonly<Record<string, unknown>>)[field]),
  }
}
