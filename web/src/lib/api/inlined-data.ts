/** A response that the gateway inlined into the page (`gateway/src/pages/inlined.rs`). */
interface InlinedCall {
  path: string
  query: Record<string, string>
  body: unknown
}

const elementId = 'storefront-data'

/** Not longer than the queries' stale time. */
const freshForMs = 30_000

function isCall(value: unknown): value is InlinedCall {
  if (typeof value !== 'object' || value === null) return false
  const { path, query } = value as Record<string, unknown>
  return typeof path === 'string' && typeof query === 'object' && query !== null && 'body' in value
}

function read(): unknown[] {
  const text = document.getElementById(elementId)?.textContent
  if (!text) return []
  try {
    const calls: unknown = JSON.parse(text)
    return Array.isArray(calls) ? calls : []
  } catch {
    return []
  }
}

/** Key of a call, independent of the order of its parameters. */
function keyOf(path: string, query: URLSearchParams): string {
  query.sort()
  return `${path}?${query.toString()}`
}

/** The page's inlined responses. Each is used once, while fresh, and never with a session, because prices may differ. */
export class InlinedData {
  readonly #bodies: Map<string, unknown>
  readonly #until: number

  constructor(now: number = Date.now()) {
    this.#bodies = new Map(
      read()
        .filter(isCall)
        .map(({ path, query, body }) => [keyOf(path, new URLSearchParams(query)), body]),
    )
    this.#until = now + freshForMs
  }

  /** Takes the body of a GET, or returns `undefined`. */
  body(path: string, query: URLSearchParams, signedIn: boolean, now: number = Date.now()): unknown {
    if (signedIn || now > this.#until) this.#bodies.clear()
    const key = keyOf(path, query)
    const body = this.#bodies.get(key)
    this.#bodies.delete(key)
    return body
  }
}
