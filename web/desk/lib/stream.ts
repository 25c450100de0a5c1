import type { QueryKey } from '@tanstack/react-query'
import { create } from 'zustand'
import type { Schemas } from '@shared/api/contract'
import { call, query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Customer } from '@desk/api/records'
import { useSession, validateSession } from '@desk/api/session'
import type { RecordKind } from '@desk/api/words'

type Viewer = Schemas['LookingPerson']

interface ChangeEvent {
  kind: RecordKind
  id: string
  what: string
  version: number | null
  by: string | null
  at: string
}

interface PresenceEvent {
  kind: RecordKind
  id: string
  people: Viewer[]
}

/** Longest pause before the stream is opened again after an error, in milliseconds. */
const longestPauseMs = 60_000
const heartbeatMs = 30_000
/** At most so many changed numbers are remembered until a list is loaded again. */
const maxNews = 1_000

interface LiveState {
  /** Numbers of quotes that others changed since the list was loaded. */
  quoteNews: ReadonlySet<string>
  /** Ids of customers that changed since their list was loaded. */
  customerNews: ReadonlySet<string>
  /** Codes or ids of products that changed since their list was loaded. */
  productNews: ReadonlySet<string>
  /** Viewers of a record, by `kind:id`. */
  viewers: Readonly<Record<string, readonly Viewer[]>>
}

export const useLive = create<LiveState>(() => ({ quoteNews: new Set(), customerNews: new Set(), productNews: new Set(), viewers: {} }))

export function forgetQuoteNews(): void {
  useLive.setState({ quoteNews: new Set() })
}

export function forgetCustomerNews(): void {
  if (useLive.getState().customerNews.size > 0) useLive.setState({ customerNews: new Set() })
}

export function forgetProductNews(): void {
  if (useLive.getState().productNews.size > 0) useLive.setState({ productNews: new Set() })
}

/** Reads the loaded customers again that have a record among theirs. */
function reloadCustomersWith(has: (customer: Customer) => boolean): void {
  void queryClient.invalidateQueries({
    queryKey: ['/desk/customers/{id}'],
    predicate: ({ state: { data } }) => data !== undefined && has(data as Customer),
  })
}

/** Reads one record again if it is loaded. */
const reloadOne = ({ queryKey }: { queryKey: QueryKey }) => void queryClient.invalidateQueries({ queryKey })

const viewersKey = (kind: RecordKind, id: string) => `${kind}:${id.toUpperCase()}`

function showViewers(kind: RecordKind, id: string, people: readonly Viewer[]): void {
  const me = useSession.getState().session?.staff?.id
  const others = people.filter((person) => person.id !== me)
  useLive.setState(({ viewers }) => ({ viewers: { ...viewers, [viewersKey(kind, id)]: others } }))
}

/** Remembers a change of a list that keeps its rows until the person asks for it. */
function addNews(list: 'quoteNews' | 'customerNews' | 'productNews', id: string): void {
  const news = useLive.getState()[list]
  if (news.size < maxNews) useLive.setState({ [list]: new Set([...news, id]) })
}

/** Pause before the figures of today are read again, in milliseconds: one load for the changes that come together. */
const figuresMs = 2_000
let figuresTimer: ReturnType<typeof setTimeout> | undefined

function reloadFigures(): void {
  figuresTimer ??= setTimeout(() => {
    figuresTimer = undefined
    void reload('/desk/today')
  }, figuresMs)
}

/** Reads again what changed. A list keeps its rows: it says how many changed rather than moving under the pointer. */
function applyChange({ kind, id, by }: ChangeEvent): void {
  if (kind !== 'notice' && kind !== 'mail') reloadFigures()
  if (kind === 'quote') {
    reloadOne(query('/desk/quotes/{number}', { path: { number: id } }))
    reloadOne(query('/desk/quotes/{number}/messages', { path: { number: id } }))
    void reload('/desk/quotes/counts')
    reloadCustomersWith(({ quotes }) => quotes.some(({ number }) => number === id))
    if (by !== useSession.getState().session?.staff?.id) addNews('quoteNews', id)
  } else if (kind === 'offer') {
    reloadOne(query('/desk/offers/{id}', { path: { id } }))
    void reload('/desk/quotes/{number}/offers')
  } else if (kind === 'order') {
    reloadOne(query('/desk/orders/{number}', { path: { number: id } }))
    void reload('/desk/orders', '/desk/orders/counts')
    reloadCustomersWith(({ orders }) => orders.some(({ orderNumber }) => orderNumber === id))
  } else if (kind === 'customer') {
    reloadOne(query('/desk/customers/{id}', { path: { id } }))
    addNews('customerNews', id)
  } else if (kind === 'product') {
    // An event names the product by its id, a screen by its code.
    void reload('/desk/products/{code}', '/desk/products/{code}/stock', '/desk/products/{code}/prices')
    if (by !== useSession.getState().session?.staff?.id) addNews('productNews', id)
  } else if (kind === 'staff') {
    void reload('/desk/team', '/desk/team/names')
  } else if (kind === 'notice') {
    void reload('/desk/notices', '/desk/notices/count')
  } else if (kind === 'mail') {
    void reload('/desk/mails')
  } else {
    // An event does not say which part of the content it is.
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/desk/content/') })
    void reload('/stores')
  }
}

function parse(event: Event): unknown {
  if (!(event instanceof MessageEvent) || typeof event.data !== 'string') return null
  try {
    return JSON.parse(event.data)
  } catch {
    return null
  }
}

/**
 * Reads everything again that was read, or is being read, before the stream opened: it replays no messages, so a change between
 * that answer and the stream would not be told.
 */
function readAgain(): void {
  for (const { promise, queryKey } of queryClient.getQueryCache().getAll()) {
    // An answer on its way is shown first.
    void Promise.allSettled([promise]).then(() => queryClient.invalidateQueries({ queryKey, exact: true }))
  }
}

/** Keeps the event stream open until the returned function is called. */
export function openStream(): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = 1_000
  let isClosed = false

  const connect = () => {
    const current = new EventSource('/api/v1.0/desk/stream')
    source = current
    current.addEventListener('open', () => {
      pauseMs = 1_000
      readAgain()
    })
    current.addEventListener('change', (event) => {
      const change = parse(event) as ChangeEvent | null
      if (change !== null) applyChange(change)
    })
    current.addEventListener('presence', (event) => {
      const presence = parse(event) as PresenceEvent | null
      if (presence !== null) showViewers(presence.kind, presence.id, presence.people)
    })
    current.addEventListener('reload', () => void queryClient.invalidateQueries())
    current.addEventListener('ended', () => {
      current.close()
      // Not live any more: this shows the sign-in screen.
      void validateSession().catch(() => undefined)
    })
    current.addEventListener('error', () => {
      // The browser reconnects by itself after a lost connection, but not after a refusal.
      if (current.readyState !== EventSource.CLOSED || isClosed) return
      timer = setTimeout(() => {
        void validateSession()
          .catch(() => true)
          .then((isLive) => {
            if (isLive && !isClosed) connect()
          })
      }, pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    })
  }
  connect()
  return () => {
    isClosed = true
    clearTimeout(timer)
    source?.close()
  }
}

/** Tells the others that this person looks at a record, until the returned function is called. */
export function lookAt(kind: RecordKind, id: string, isEditing: () => boolean): () => void {
  const beat = () => {
    if (document.visibilityState !== 'visible') return
    call('PUT', '/desk/presence', { body: { kind, id, isEditing: isEditing() } })
      .then(({ people }) => showViewers(kind, id, people))
      // A missed heartbeat lapses by itself.
      .catch(() => undefined)
  }
  beat()
  const timer = setInterval(beat, heartbeatMs)
  return () => {
    clearInterval(timer)
    call('PUT', '/desk/presence', { body: { kind: null, id: null, isEditing: false } }).catch(() => undefined)
  }
}

const nobody: readonly Viewer[] = []

export function useViewers(kind: RecordKind, id: string): readonly Viewer[] {
  return useLive((state) => state.viewers[viewersKey(kind, id)] ?? nobody)
}
