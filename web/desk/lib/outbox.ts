import { create } from 'zustand'
import { ApiError, isOffline, isTransient } from '@shared/api/error'
import { randomHex } from '@shared/random'
import { parseStored } from '@shared/storage'
import { call, query } from '@desk/api/client'
import { queryClient } from '@desk/api/query-client'
import type { Quote } from '@desk/api/records'
import { outboxKey, readKept, writeKept } from './kept'

/** A note or a call log that waits for the network, with the key that makes its repetition harmless. */
interface Waiting {
  key: string
  /** Id of who wrote it: another person of the same browser must not send it. */
  by: string
  number: string
  path: 'notes' | 'contacts'
  body: { text: string } & Record<string, unknown>
}

const maxWaiting = 100

function read(): Waiting[] {
  const stored = parseStored(readKept(outboxKey))
  return Array.isArray(stored) ? (stored as Waiting[]) : []
}

function keep(waiting: readonly Waiting[]): void {
  useOutbox.setState({ waiting })
  writeKept(outboxKey, JSON.stringify(waiting))
}

export const useOutbox = create<{ waiting: readonly Waiting[] }>(() => ({ waiting: [] }))

/** Shows what waits for the signed-in person; what another one left is removed. */
export function openOutbox(me: string): void {
  keep(read().filter(({ by }) => by === me))
}

/** Shows nothing, once nobody is signed in. */
export function closeOutbox(): void {
  useOutbox.setState({ waiting: [] })
}

const send = ({ number, path, body, key }: Waiting): Promise<Quote> =>
  call('POST', `/desk/quotes/{number}/${path}`, { path: { number }, body, key })

/** Sends a note or a call log; without a network it waits in this device. Resolves to the quote, or null where it waits. */
export async function sendOrKeep(entry: Omit<Waiting, 'key'>, key = randomHex(16)): Promise<Quote | null> {
  const waiting = { ...entry, key }
  try {
    return await send(waiting)
  } catch (error) {
    const present = useOutbox.getState().waiting
    if (!isOffline(error) || present.length >= maxWaiting) throw error
    keep([...present, waiting])
    return null
  }
}

/** Whether a failure passes without a change of the entry: no network, no session, too many calls. */
const mayPass = (error: unknown) => isTransient(error) || (error instanceof ApiError && (error.status === 401 || error.status === 429))

let isSending = false

/** Sends what waits, oldest first. Stops at the first failure that may pass; what is refused for good is given to `onRefused`. */
export async function flushOutbox(me: string, onRefused: (entry: Waiting, error: unknown) => void): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (const entry of useOutbox.getState().waiting.filter(({ by }) => by === me)) {
      try {
        queryClient.setQueryData(query('/desk/quotes/{number}', { path: { number: entry.number } }).queryKey, await send(entry))
      } catch (error) {
        if (mayPass(error)) return
        onRefused(entry, error)
      }
      keep(useOutbox.getState().waiting.filter(({ key }) => key !== entry.key))
    }
  } finally {
    isSending = false
  }
}
