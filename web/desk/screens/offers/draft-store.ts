import { createStore } from 'zustand/vanilla'
import { hasKey, isTransient } from '@shared/api/error'
import { dateInBaku } from '@shared/dates'
import type { Language } from '@shared/language'
import { parseStored } from '@shared/storage'
import { call } from '@desk/api/client'
import type { Offer, OfferFields, Person } from '@desk/api/records'
import type { Errors } from '@desk/components/lines/line'
import { draftPrefix, readKept, writeKept } from '@desk/lib/kept'
import { saveMerging, type OpenConflict } from '@desk/lib/save-merging'
import { changesOf, checkDraft, draftOf, fieldNames, fieldsOf, rebase, typedSince, withIds, type Draft } from './draft'

/** Pause after the last key before a draft is saved, in milliseconds. */
const pauseMs = 800

export interface DraftState {
  /** As the service knows it. */
  offer: Offer
  draft: Draft
  errors: Errors
  /** `invalid`: an error keeps the draft from being saved; `failed`: the service or the network did. */
  phase: 'saved' | 'waiting' | 'saving' | 'invalid' | 'failed'
  failure: unknown
}

/** A draft that cannot be saved before its errors are corrected. */
export class InvalidDraft extends Error {}

/** A draft and the version that it was begun from, kept in this browser. */
interface Stored {
  version: number
  base: OfferFields
  draft: Draft
}

type Row = OfferFields & { version: number; changedBy: Person | null; changedAt: string }

const rowOf = (offer: Offer): Row => ({
  ...fieldsOf(offer),
  version: offer.version,
  changedBy: offer.changedBy,
  changedAt: offer.changedAt,
})

const readDraft = (name: string) => parseStored(readKept(name)) as Stored | null

interface Options {
  offer: Offer
  /** Id of the person: another one of the same browser has drafts of their own. */
  me: string
  /** Language of the desk, for the form of amounts. */
  language: Language
  /** Texts of the conflict dialog. */
  conflict: Pick<OpenConflict, 'label' | 'show'>
  onSaved: (offer: Offer) => void
  /** Others changed so many fields, which came along. */
  onMerged: (fields: number) => void
}

export type DraftStore = ReturnType<typeof makeDraftStore>

/**
 * A draft that saves itself after each pause, survives a reload, and merges with what others save meanwhile. Only one save runs at
 * a time.
 */
export function makeDraftStore({ offer, me, language, conflict, onSaved, onMerged }: Options) {
  const today = dateInBaku(new Date())
  const name = `${draftPrefix}offer.${me}.${offer.id}`
  const stored = readDraft(name)
  /** The fields and the version that the next changes are compared with. */
  let base: Row = stored === null ? rowOf(offer) : { ...rowOf(offer), ...stored.base, version: stored.version }
  // A draft that an earlier version kept lacks fields.
  const first = { ...draftOf(offer, language), ...stored?.draft }
  const store = createStore<DraftState>(() => ({
    offer,
    draft: first,
    errors: checkDraft(first, today).errors,
    phase: stored === null ? 'saved' : 'waiting',
    failure: null,
  }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  const keep = () => {
    const { draft, phase } = store.getState()
    const stored = { version: base.version, base: fieldsOnly(base), draft } satisfies Stored
    writeKept(name, phase === 'saved' ? null : JSON.stringify(stored))
  }

  /** Shows whether there is something to save, and saves it after a pause. */
  const settle = () => {
    clearTimeout(timer)
    const { draft } = store.getState()
    const { errors, fields } = checkDraft(draft, today)
    if (fields === null) store.setState({ errors, phase: 'invalid' })
    else if (Object.keys(changesOf(base, fields)).length === 0) store.setState({ errors, phase: 'saved', failure: null })
    else {
      store.setState({ errors, phase: 'waiting' })
      timer = setTimeout(() => void flush().catch(() => undefined), pauseMs)
    }
    keep()
  }

  const saveOnce = async (): Promise<void> => {
    const { draft: sentDraft } = store.getState()
    const { fields } = checkDraft(sentDraft, today)
    if (fields === null) throw new InvalidDraft()
    const changes = changesOf(base, fields)
    if (Object.keys(changes).length === 0) return
    store.setState({ phase: 'saving', failure: null })
    let present: Offer | null = null
    let sent: Partial<OfferFields> = changes
    const answer = await saveMerging<Row, Offer>({
      base,
      changes,
      send: (version, changed) => {
        sent = changed
        return call('PATCH', '/desk/offers/{id}', { path: { id: offer.id }, body: { version, ...changed } })
      },
      present: (data) => {
        present = data as Offer
        return rowOf(present)
      },
      ...conflict,
      onMerged,
    })
    const next = answer ?? present
    if (next === null) return
    const { draft } = store.getState()
    const kept = new Set([...typedSince(draft, sentDraft), ...(answer === null ? [] : Object.keys(sent))])
    const rebased = rebase(draft, fields, next, kept, language)
    const lines = kept.has('lines') ? withIds(rebased.lines, sentDraft.lines, next.lines, language) : rebased.lines
    base = rowOf(next)
    store.setState({ offer: next, draft: { ...rebased, lines } })
    onSaved(next)
    settle()
  }

  /** Saves what is typed, and resolves to the saved offer. Rejects with `InvalidDraft`, or as the call does. */
  const flush = async (): Promise<Offer> => {
    clearTimeout(timer)
    for (;;) {
      while (running !== null) await running.catch(() => undefined)
      const { draft } = store.getState()
      const { fields } = checkDraft(draft, today)
      if (fields === null) throw new InvalidDraft()
      if (Object.keys(changesOf(base, fields)).length === 0) return store.getState().offer
      running = saveOnce().finally(() => {
        running = null
      })
      try {
        await running
      } catch (failure) {
        // Somebody sent it meanwhile: what is typed here has no place any more.
        if (hasKey(failure, 'OFFER.FROZEN') && failure instanceof Error && 'data' in failure && failure.data !== null) {
          drop()
          onSaved(failure.data as Offer)
        }
        store.setState({ phase: 'failed', failure })
        throw failure
      }
    }
  }

  const drop = () => {
    clearTimeout(timer)
    writeKept(name, null)
  }

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    getInitialState: store.getInitialState,
    /** Changes what is typed. */
    change: (changed: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => {
      const { draft } = store.getState()
      store.setState({ draft: { ...draft, ...(typeof changed === 'function' ? changed(draft) : changed) } })
      settle()
    },
    /** Takes a newer record over where nothing is unsaved; else the next save merges. */
    take: (next: Offer) => {
      const { draft, phase, offer: known } = store.getState()
      if (next.version <= known.version) return
      const { fields } = checkDraft(draft, today)
      if (phase !== 'saved' || fields === null) return
      base = rowOf(next)
      store.setState({ offer: next, draft: rebase(draft, fields, next, new Set(), language) })
    },
    flush,
    /** Continues a draft of an earlier visit, or one that the network or the service kept from being saved. */
    resume: () => {
      const { phase, failure } = store.getState()
      if (phase === 'waiting' || (phase === 'failed' && isTransient(failure))) settle()
    },
    /** Forgets what is typed, once the offer is sent or deleted. */
    drop,
  }
}

const fieldsOnly = (row: Row): OfferFields => Object.fromEntries(fieldNames.map((field) => [field, row[field]])) as unknown as OfferFields
