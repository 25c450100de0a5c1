import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ApiError, isTransient } from '@shared/api/error'
import { randomHex } from '@shared/random'
import type { Media } from '@desk/api/records'
import { pictureRefusal } from './media-file'

export interface Upload {
  id: string
  /** Name of the file, or the address. */
  name: string
  /** Sent part, from 0 to 1; null while the service fetches an address. */
  progress: number | null
  /** `stopped` can go on, `refused` cannot. */
  state: 'waiting' | 'sending' | 'stopped' | 'refused'
  /** Why it stopped or was refused; else null. */
  failure: unknown
  /** Key of the picture in whose place it comes; null for a further one. */
  replaces: string | null
}

/** Sends a file. With the same key it goes on where it stopped, and gives the same record. */
export type SendFile = (file: File, options: { key: string; signal: AbortSignal; onProgress: (progress: number) => void }) => Promise<Media>

/** Has the picture of a public address fetched, and waits until the shop can show it. */
export type FetchPicture = (address: string, signal: AbortSignal) => Promise<Media>

/** Called once for each file that has arrived, with the key of the picture in whose place it comes. */
type OnSent = (media: Media, replaces: string | null) => void

/** Whether a later attempt may succeed. */
const mayGoOn = (error: unknown) => isTransient(error) || (error instanceof ApiError && (error.status === 401 || error.status === 429))

/** Source of an upload: files go one after the other, an address is fetched beside them. */
type Source = { file: File } | { address: string }

interface Ways {
  send: SendFile
  fetchPicture: FetchPicture
}

/**
 * Files that are sent one after the other, and addresses that the service fetches. A lost connection stops the file that is sent
 * and keeps the others waiting. A refusal ends its file only.
 */
function makeUploads({ send, fetchPicture }: Ways) {
  const store = createStore<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))
  const sources = new Map<string, Source>()
  const running = new Map<string, AbortController>()
  let onSent: OnSent = () => undefined
  let isSending = false

  const list = () => store.getState().uploads
  const set = (uploads: readonly Upload[]) => store.setState({ uploads })
  const change = (id: string, changes: Partial<Upload>) =>
    set(list().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  const drop = (id: string) => {
    sources.delete(id)
    set(list().filter((upload) => upload.id !== id))
  }

  /** Sends an upload; returns whether it has stopped and can go on. */
  const run = async ({ id, replaces }: Upload, source: Source): Promise<boolean> => {
    const controller = new AbortController()
    const { signal } = controller
    running.set(id, controller)
    change(id, { state: 'sending', failure: null })
    let hasStopped = false
    try {
      const onProgress = (progress: number) => change(id, { progress })
      const media = await ('file' in source ? send(source.file, { key: id, signal, onProgress }) : fetchPicture(source.address, signal))
      if (!signal.aborted) {
        drop(id)
        onSent(media, replaces)
      }
    } catch (failure) {
      hasStopped = !signal.aborted && mayGoOn(failure)
      change(id, { state: hasStopped ? 'stopped' : 'refused', failure })
    }
    running.delete(id)
    return hasStopped
  }

  const waiting = (isOfKind: (source: Source) => boolean) =>
    list().flatMap((upload): [Upload, Source][] => {
      const source = sources.get(upload.id)
      return upload.state === 'waiting' && source !== undefined && isOfKind(source) ? [[upload, source]] : []
    })

  const sendFiles = async (): Promise<void> => {
    const [next] = waiting((source) => 'file' in source)
    if (isSending || next === undefined) return
    isSending = true
    const hasStopped = await run(...next)
    isSending = false
    if (!hasStopped) await sendFiles()
  }
  const start = async (): Promise<void> => {
    await Promise.all([...waiting((source) => 'address' in source).map((next) => run(...next)), sendFiles()])
  }

  const entry = (name: string, { refusal, ...rest }: Pick<Upload, 'progress' | 'replaces'> & { refusal: string | null }): Upload => ({
    id: randomHex(16),
    name,
    state: refusal === null ? 'waiting' : 'refused',
    failure: refusal === null ? null : new ApiError(400, '', { file: refusal }),
    ...rest,
  })

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
        added.map(async (file, at) => {
          const refusal = at < room ? await pictureRefusal(file) : 'MEDIA.TOO_MANY'
          const upload = entry(file.name, { progress: 0, replaces, refusal })
          if (refusal === null) sources.set(upload.id, { file })
          return upload
        }),
      )
      set([...list(), ...checked])
      await start()
    },
    /** Adds the picture of an address, which is refused without `room`, and has it fetched. */
    addAddress: async (address: string, room: number): Promise<void> => {
      const upload = entry(address, { progress: null, replaces: null, refusal: room > 0 ? null : 'MEDIA.TOO_MANY' })
      if (upload.state === 'waiting') sources.set(upload.id, { address })
      set([...list(), upload])
      await start()
    },
    /** Stops a file and forgets it. */
    cancel: (id: string) => {
      running.get(id)?.abort()
      drop(id)
    },
    /** Goes on with all that stopped. */
    resume: () => {
      set(list().map((upload) => (upload.state === 'stopped' ? { ...upload, state: 'waiting' } : upload)))
      void start()
    },
    /** Stops all. */
    end: () => {
      for (const controller of running.values()) controller.abort()
      sources.clear()
      set([])
    },
  }
}

export type Uploads = Pick<ReturnType<typeof makeUploads>, 'add' | 'addAddress' | 'cancel' | 'resume'> & { uploads: readonly Upload[] }

/** Files that a screen sends. What stopped goes on with the network; what is left stops with the screen. */
export function useUploads(ways: Ways, onSent: OnSent): Uploads {
  const [store] = useState(() => makeUploads(ways))
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
