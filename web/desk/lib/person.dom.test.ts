import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import { dropSession, keepSession } from '@desk/api/session'
import { nigar, rashad, session } from '@desk/testing/fixtures'
import { readKept, writeKept } from './kept'
import { useOutbox } from './outbox'
import { watchPerson } from './person'

const draft = (id: string) => `desk.draft.${id}.SQ-7Q2M04XK.note`
const letter = (by: string) => ({ key: `key-${by}`, by, number: 'SQ-7Q2M04XK', path: 'notes', body: { text: 'offline words' } })
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('desk.draft') || key.startsWith('desk.outbox'))
const loaded = () => queryClient.getQueryCache().getAll().length

let stop: () => void

beforeEach(() => {
  stop = watchPerson()
})

afterEach(() => {
  dropSession(null)
  stop()
})

function work(): void {
  keepSession(session(nigar))
  writeKept(draft(nigar.id), 'half a sentence')
  queryClient.setQueryData(['/desk/quotes'], ['a customer'])
}

it('forgets drafts, the outbox and loaded answers at sign-out', () => {
  localStorage.setItem('desk.outbox', JSON.stringify([letter(nigar.id)]))
  work()
  expect(useOutbox.getState().waiting).toHaveLength(1)
  dropSession(null)
  expect(stored()).toEqual([])
  expect(loaded()).toBe(0)
  expect(useOutbox.getState().waiting).toEqual([])
  keepSession(session(nigar))
  expect(readKept(draft(nigar.id))).toBeNull()
})

it('keeps nothing in the browser once the session has ended, and gives it back to the same person in this tab', () => {
  work()
  dropSession('expired')
  expect(stored()).toEqual([])
  expect(loaded()).toBe(0)
  writeKept(draft(nigar.id), 'a late write of a screen that closes')
  expect(stored()).toEqual([])
  keepSession(session(nigar))
  expect(readKept(draft(nigar.id))).toBe('half a sentence')
})

it('shows nothing of a person to the next one', () => {
  work()
  keepSession(session({ ...nigar, id: rashad.id }))
  expect(stored().filter((key) => key.includes(nigar.id))).toEqual([])
  expect(loaded()).toBe(0)
  dropSession('expired')
  keepSession(session(nigar))
  expect(readKept(draft(nigar.id))).toBeNull()
})

it('removes what another person left in the browser', () => {
  localStorage.setItem(draft(rashad.id), 'of Rashad')
  localStorage.setItem(draft(nigar.id), 'of Nigar')
  localStorage.setItem('desk.outbox', JSON.stringify([letter(rashad.id), letter(nigar.id)]))
  keepSession(session(nigar))
  expect(readKept(draft(nigar.id))).toBe('of Nigar')
  expect(localStorage.getItem(draft(rashad.id))).toBeNull()
  expect(localStorage.getItem('desk.outbox')).not.toContain(rashad.id)
})

it('removes what an earlier visit left, when the desk opens without a session', () => {
  localStorage.setItem(draft(nigar.id), 'of a session that has ended')
  dropSession('expired')
  expect(stored()).toEqual([])
})
