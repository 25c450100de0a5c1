import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ApiError, isTransient } from '@shared/api/error'
import { randomHex } from '@shared/random'
import type { Media } from '@desk/api/records'
import { pictureRefusal } from './media-file'

export interface Upload {
  id: string
  name: string
  /** What was sent, from 0 to 1. */
  progress: number
  /** `stopped` can go on, `refused` cannot. */
  state: 'waiting' | 'sending' | 'stopped' | 'refused'
  /** Why it stopped or was refused; else null. */
  failure: unknown
  /** Key of the picture in whose place it comes; null for a further one. */
  replaces: string | null
}

/** Sends a file. With the same key it goes on where it stopped, and gives the same record. */
export type SendFile = (file: File, options: { key: string; signal: AbortSignal; onProgress: (progress: number) => void }) => Promise<Media>

/** Called once for each file that has arrived, with the key of the picture in whose place it comes. */
type OnSent = (media: Media, replaces: string | null) => void

/** Whether a later attempt may succeed. */
const mayGoOn = (error: unknown) => isTransient(error) || (error instanceof ApiError && (error.status === 401 || error.status === 429))

/**
 * Files that are sent one after the other. A lost connection stops the one that is sent and keeps the others waiting. A refusal
 * ends its file only.
 */
function makeUploads(send: SendFile) {
  const store = createStore<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))
  const files = new Map<string, File>()
  let onSent: OnSent = () => undefined
  let sending: { id: string; controller: AbortController } | null = null

  const list = () => store.getState().uploads
  const set = (uploads: readonly Upload[]) => store.setState({ uploads })
  const change = (id: string, changes: Partial<Upload>) =>
    set(list().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  const drop = (id: string) => {
    files.delete(id)
    set(list().filter((upload) => upload.id !== id))
  }

  const sendNext = async (): Promise<void> => {
    const next = list().find(({ state }) => state === 'waiting')
    const file = next && files.get(next.id)
    if (sending !== null || next === undefined || file === undefined) return
    const { id, replaces } = next
    const controller = new AbortController()
    sending = { id, controller }
    change(id, { state: 'sending', failure: null })
    let hasStopped = false
    try {
      const onProgress = (progress: number) => change(id, { progress })
      const media = await send(file, { key: id, signal: controller.signal, onProgress })
      if (!controller.signal.aborted) {
        drop(id)
        onSent(media, replaces)
      }
    } catch (failure) {
      hasStopped = !controller.signal.aborted && mayGoOn(failure)
      change(id, { state: hasStopped ? 'stopped' : 'refused', failure })
    }
    sending = null
    if (!hasStopped) await sendNext()
  }

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    getInitialState: store.getInitialState,
    listen: (listener: OnSent) => {
      onSent = listener
    },
    /** Adds files, of which those beyond `room` are refused, and begins to send them. */
    add: async (added: readonly File[], { room, replaces = null }: { room: number; replaces?: string | null }): Promise<void> => {
      const checked = await Promise.all(
        added.map(async (file, at): Promise<Upload> => {
          const refusal = at < room ? await pictureRefusal(file) : 'MEDIA.TOO_MANY'
          const id = randomHex(16)
          if (refusal === null) files.set(id, file)
          return {
            id,
            name: file.name,
            progress: 0,
            state: refusal === null ? 'waiting' : 'refused',
            failure: refusal === null ? null : new ApiError(400, '', { file: refusal }),
            replaces,
          }
        }),
      )
      set([...list(), ...checked])
      await sendNext()
    },
    /** Stops a file and forgets it. */
    cancel: (id: string) => {
      if (sending?.id === id) sending.controller.abort()
      drop(id)
    },
    /** Goes on with all that stopped. */
    resume: () => {
      set(list().map((upload) => (upload.state === 'stopped' ? { ...upload, state: 'waiting' } : upload)))
      void sendNext()
    },
    /** Stops all. */
    end: () => {
      sending?.controller.abort()
      files.clear()
      set([])
    },
  }
}

export type Uploads = Pick<ReturnType<typeof makeUploads>, 'add' | 'cancel' | 'resume'> & { uploads: readonly Upload[] }

/** Files that a screen sends. What stopped goes on with the network; what is left stops with the screen. */
export function useUploads(send: SendFile, onSent: OnSent): Uploads {
  const [store] = useState(() => makeUploads(send))
  useEffect(() => store.listen(onSent))
  useEffect(() => {
    window.addEventListener('online', store.resume)
    return () => {
      window.removeEventListener('online', store.resume)
      store.end()
    }
  }, [store])
  const { uploads } = useStore(store)
  return { ...store, uploads }
}
