/**
 * What the page brought with it (`gateway/src/pages/inlined.rs`): answers of calls that its first view makes. Each is
 * given once, to the first such call, and only while it is as fresh as any other answer; to nobody who may be signed
 * in, for whom prices may differ.
 */
interface InlinedCall {
  path: string
  query: Record<string, string>
  body: unknown
}

const elementId = 'storefront-data'

/** No longer than an answer counts as fresh (see `query-client.ts`). */
const goodForMs = 30_000

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

/** One name for a call, whatever the order of its parameters. */
function nameOf(path: string, query: URLSearchParams): string {
  query.sort()
  return `${path}?${query.toString()}`
}

export class InlinedData {
  readonly #bodies: Map<string, unknown>
  readonly #until: number

  constructor(now: number = Date.now()) {
    this.#bodies = new Map(
      read()
        .filter(isCall)
        .map(({ path, query, body }) => [nameOf(path, new URLSearchParams(query)), body]),
    )
    this.#until = now + goodForMs
  }

  /** The body of the answer to a GET, or nothing; the same call is answered once only. */
  body(path: string, query: URLSearchParams, signedIn: boolean, now: number = Date.now()): unknown {
    if (signedIn || now > this.#until) this.#bodies.clear()
    const name = nameOf(path, query)
    const body = this.#bodies.get(name)
    this.#bodies.delete(name)
    return body
  }

  /** The same as a response. */
  take(request: Request, signedIn: boolean, now: number = Date.now()): Response | null {
    if (request.method !== 'GET' || this.#bodies.size === 0) return null
    const { pathname, searchParams } = new URL(request.url)
    const body = this.body(pathname, searchParams, signedIn, now)
    if (body === undefined) return null
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
  }
}
