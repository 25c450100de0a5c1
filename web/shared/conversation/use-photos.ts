import { useEffect, useRef, useState } from 'react'
import { randomHex } from '../random'
import { maxPhotos } from './types'

/** A photo of the message that is being written. */
interface NewPhoto {
  id: string
  name: string
  /** Sent fraction, from 0 to 1. */
  progress: number
  /** Null until it has arrived. */
  mediaId: string | null
  /** Why it was not sent; else null. */
  failure: unknown
}

/** Sends a photo; resolves to its id. With the same key it gives the same record. */
export type SendPhoto = (file: File, options: { key: string; signal: AbortSignal; onProgress: (share: number) => void }) => Promise<string>

/** The photos of a message, at most `max`, which are sent one after the other. What is left stops with the screen. */
export function usePhotos(send: SendPhoto, max = maxPhotos) {
  const [photos, setPhotos] = useState<readonly NewPhoto[]>([])
  const files = useRef(new Map<string, { file: File; controller: AbortController }>())
  const last = useRef(Promise.resolve())

  const change = (id: string, changes: Partial<NewPhoto>) =>
    setPhotos((present) => present.map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)))
  const queue = (id: string) => {
    last.current = last.current.then(async () => {
      const sent = files.current.get(id)
      if (sent === undefined) return
      const { file, controller } = sent
      try {
        const onProgress = (progress: number) => change(id, { progress })
        change(id, { mediaId: await send(file, { key: id, signal: controller.signal, onProgress }) })
      } catch (failure) {
        change(id, { failure })
      }
    })
  }
  const drop = (id: string) => {
    files.current.get(id)?.controller.abort()
    files.current.delete(id)
  }
  useEffect(() => {
    const sent = files.current
    return () => {
      for (const { controller } of sent.values()) controller.abort()
      sent.clear()
    }
  }, [])

  return {
    photos,
    /** Adds files and begins to send them; those beyond the room of a message are left out. */
    add: (added: readonly File[]) => {
      const fitting = added.slice(0, max - photos.length).map((file) => {
        const id = randomHex(16)
        files.current.set(id, { file, controller: new AbortController() })
        return { id, name: file.name, progress: 0, mediaId: null, failure: null }
      })
      setPhotos([...photos, ...fitting])
      for (const { id } of fitting) queue(id)
    },
    retry: (id: string) => {
      change(id, { failure: null, progress: 0 })
      queue(id)
    },
    remove: (id: string) => {
      drop(id)
      setPhotos(photos.filter((photo) => photo.id !== id))
    },
    clear: () => {
      for (const { id } of photos) drop(id)
      setPhotos([])
    },
  }
}

export type Photos = ReturnType<typeof usePhotos>
