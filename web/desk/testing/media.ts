import { http, HttpResponse, type HttpHandler } from 'msw'
import type { Media, ProductImage } from '@desk/api/records'
import { inMinutes, nigarAsPerson } from './fixtures'
import { base, ok, refuse } from './handlers'

interface FakeMedia {
  media: Map<string, Media>
  /** Bytes of each part with its offset, in the order of their arrival. */
  parts: [offset: number, bytes: number][]
  /** Parts that arrive before the connection is lost; null = it holds. */
  partsUntilLost: number | null
  /** Whether the part whose connection was lost arrives after the next answer. */
  isLate: boolean
  /** Questions after which the sizes of a picture are made. */
  looks: number
  asked: number
  /** Addresses that were asked for, in their order. */
  addresses: string[]
}

/** Why there is no picture, by a part of its name. */
const failures = { failed: 'MEDIA.PIXELS', missing: 'MEDIA.FETCH', private: 'MEDIA.ADDRESS' }

const newMedia = (changes: Pick<Media, 'id' | 'name' | 'size' | 'state'>): Media => ({
  kind: 'picture',
  type: null,
  received: 0,
  width: 0,
  height: 0,
  placeholder: null,
  imageUrl: null,
  sizes: [],
  failure: null,
  usedIn: [],
  createdAt: inMinutes(0),
  createdBy: nigarAsPerson,
  ...changes,
})

/** Answers the calls of pictures and files as the contract says, from memory. */
export function fakeMedia(): { state: FakeMedia; handlers: HttpHandler[] } {
  const state: FakeMedia = { media: new Map(), parts: [], partsUntilLost: null, isLate: false, looks: 1, asked: 0, addresses: [] }
  const keys = new Map<string, string>()
  const looks = new Map<string, number>()
  let late = 0
  const ready = (media: Media): Media => ({
    ...media,
    state: 'ready',
    width: 3000,
    height: 2000,
    placeholder: '#c8b9a6',
    imageUrl: `/media/${media.id}-1024.webp`,
  })
  const handlers = [
    http.post(`${base}/media/uploads`, async ({ request }) => {
      const key = request.headers.get('Idempotency-Key') ?? ''
      const { name, size } = (await request.json()) as { name: string; size: number }
      const id = keys.get(key) ?? `m${String(state.media.size + 1)}`
      keys.set(key, id)
      const made = state.media.get(id) ?? newMedia({ id, name, size, state: 'uploading' })
      state.media.set(id, { ...made, received: made.received + late })
      late = 0
      return ok(made)
    }),
    http.patch(`${base}/media/:id`, async ({ request, params }) => {
      const media = state.media.get(String(params.id))
      const offset = Number(request.headers.get('Upload-Offset'))
      const { byteLength } = await request.arrayBuffer()
      if (media === undefined) return refuse(404, { general: 'MEDIA.NOT_FOUND' })
      if (state.partsUntilLost === 0) {
        if (state.isLate) late = byteLength
        return HttpResponse.error()
      }
      if (state.partsUntilLost !== null) state.partsUntilLost -= 1
      if (offset !== media.received) return refuse(409, { uploadOffset: 'DESK.CHANGED' })
      state.parts.push([offset, byteLength])
      const received = offset + byteLength
      if (received === media.size && media.name.includes('broken')) return refuse(400, { file: 'MEDIA.BROKEN' })
      const next: Media = { ...media, received, state: received === media.size ? 'processing' : 'uploading' }
      state.media.set(media.id, next)
      return ok(next)
    }),
    http.post(`${base}/media/fetch`, async ({ request }) => {
      const { url } = (await request.json()) as { url: string }
      if (state.partsUntilLost === 0) return HttpResponse.error()
      const known = state.addresses.indexOf(url)
      const id = `a${String(known < 0 ? state.addresses.push(url) : known + 1)}`
      const made = state.media.get(id) ?? newMedia({ id, name: url.split('/').at(-1) ?? '', size: 0, state: 'processing' })
      state.media.set(id, made)
      return ok(made)
    }),
    http.get(`${base}/media/:id`, ({ params }) => {
      const media = state.media.get(String(params.id))
      if (media === undefined) return refuse(404, { general: 'MEDIA.NOT_FOUND' })
      state.asked += 1
      const look = (looks.get(media.id) ?? 0) + 1
      looks.set(media.id, look)
      if (media.state === 'processing' && look >= state.looks && !media.name.includes('slow')) {
        const [, failure] = Object.entries(failures).find(([part]) => media.name.includes(part)) ?? []
        const next: Media = failure === undefined ? ready(media) : { ...media, state: 'failed', failure }
        state.media.set(media.id, next)
      }
      return ok(state.media.get(media.id))
    }),
  ]
  return { state, handlers }
}

/** Takes each file of an entry at once, with its name as id. `named` has kind and name of each in turn. */
export function fakeFiles(): { named: string[]; handlers: HttpHandler[] } {
  const named: string[] = []
  const media = (name: string, received: number) => ({
    id: name,
    kind: 'file',
    state: received > 0 ? 'ready' : 'uploading',
    name,
    received,
  })
  const handlers = [
    http.post(`${base}/media/uploads`, async ({ request }) => {
      const { kind, name } = (await request.json()) as { kind: string; name: string }
      named.push(kind, name)
      return ok(media(name, 0))
    }),
    http.patch(`${base}/media/:id`, ({ params }) => ok(media(String(params.id), 4))),
  ]
  return { named, handlers }
}

const middle = { color: null, placeholder: '', altAz: '', altRu: '', altEn: '', focusX: 50, focusY: 50 }

/** Pictures as a save sends them, as the service then has them. */
export const savedImages = (media: FakeMedia['media'], present: readonly ProductImage[], sent: readonly Partial<ProductImage>[]) =>
  sent.flatMap((changes): ProductImage[] => {
    const upload = media.get(changes.mediaId ?? '')
    if (upload !== undefined) {
      const { id, width, height, imageUrl } = upload
      return [{ ...middle, ...changes, mediaId: id, imageUrl: imageUrl ?? '', width, height }]
    }
    return present.filter(({ imageUrl }) => imageUrl === changes.imageUrl).map((known) => ({ ...known, ...changes }))
  })
