import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { beside, type Answer, type Input, type Method, type Params, type PathOf, type Rest } from './contract'
import { ApiError, apiError, readJson } from './error'
import { sendRequest } from './transport'

const root = '/api/v1.0'

/** How often a call is sent whose first attempt with the same idempotency key still runs. */
const maxRunningTries = 3

/** The longest `Retry-After` that a call waits for, in seconds. */
const maxWaitSeconds = 2

type Values = Readonly<Record<string, unknown>>

interface Sent {
  path?: Values
  query?: Values
  body?: unknown
  key?: string
  signal?: AbortSignal
}

interface Options {
  /** Name of the cookie with the CSRF token. */
  csrfCookie: string
  language: () => string
  /**
   * Removes the cause of a refusal, for instance by renewing the session, and resolves to whether the call is to be sent again.
   * `path` is that of the contract, below `/api/v1.0`.
   */
  repair: (refusal: ApiError, path: string) => Promise<boolean>
  /** Called if the call is refused with 401 after the repair. */
  onUnauthorized?: () => void
  /** Takes the body of a GET that the page came with, or returns `undefined`. */
  inlined?: (path: string, query: URLSearchParams) => unknown
}

/** The parameters of a query that have a value. */
const given = (query: Values = {}) => Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')

const parametersOf = (query?: Values) => new URLSearchParams(given(query).map(([name, value]) => [name, String(value)]))

/** The parameters of a call as a key: equal requests have equal keys. */
const keyOf = ({ path, query }: Sent): Sent => ({
  ...(path !== undefined && { path }),
  ...(given(query).length > 0 && { query: Object.fromEntries(given(query)) }),
})

const fill = (path: string, names: Values = {}): string =>
  root + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])))

/** The part of a body that a call resolves to; `undefined` for no JSON and for a body with `success: false`. */
function answerOf(body: unknown): unknown {
  if (body === null) return undefined
  if (typeof body !== 'object' || !('success' in body)) return body
  if (body.success === false) return undefined
  return 'data' in body && !beside.some((name) => name in body) ? body.data : body
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Makes the typed calls of an app. `Paths` is the contract. */
export function makeClient<Paths>({ csrfCookie, language, repair, onUnauthorized, inlined }: Options) {
  const takeInlined = (path: string, { path: names, query }: Sent): unknown => answerOf(inlined?.(fill(path, names), parametersOf(query)))

  async function attempt(method: Method, path: string, { path: names, query, body, key, signal }: Sent): Promise<unknown> {
    const url = new URL(fill(path, names), window.location.origin)
    url.search = parametersOf(query).toString()
    const headers = new Headers({ Accept: 'application/json' })
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    if (key !== undefined) headers.set('Idempotency-Key', key)
    const request = new Request(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    })
    const response = await sendRequest(request, language(), csrfCookie)
    const received: unknown = await readJson(response)
    const answer = response.ok ? answerOf(received) : undefined
    return answer === undefined ? apiError(response, received) : answer
  }

  async function send(method: Method, path: string, input: Sent = {}): Promise<unknown> {
    const known = method === 'GET' ? takeInlined(path, input) : undefined
    if (known !== undefined) return known
    let answer = await attempt(method, path, input)
    if (answer instanceof ApiError && (await repair(answer, path))) {
      answer = await attempt(method, path, input)
      if (answer instanceof ApiError && answer.status === 401) onUnauthorized?.()
    }
    // The first attempt with this key may still run.
    for (let tries = 1; tries < maxRunningTries && answer instanceof ApiError; tries += 1) {
      const { status, retryAfter } = answer
      if (input.key === undefined || status !== 503 || retryAfter === null || retryAfter > maxWaitSeconds) break
      await sleep(retryAfter)
      answer = await attempt(method, path, input)
    }
    if (answer instanceof ApiError) throw answer
    return answer
  }

  /**
   * Sends a call; `path` is that of the contract, below `/api/v1.0`. Resolves to the `data` of the response, or to the whole body
   * of a list.
   *
   * Rejects with an `ApiError`, of status 0 without a response.
   */
  function call<M extends Method, P extends PathOf<Paths, M>>(
    method: M,
    path: P,
    ...[input]: Rest<Input<Paths, M, P>>
  ): Promise<Answer<Paths, NoInfer<M>, NoInfer<P>>> {
    return send(method, path, input) as Promise<Answer<Paths, M, P>>
  }

  /** Options of a query. Its key is the path with the parameters. */
  function query<P extends PathOf<Paths, 'GET'>>(path: P, ...[params]: Rest<Params<Paths, 'GET', P>>) {
    const sent: Sent = params ?? {}
    const options = queryOptions({
      queryKey: [path, keyOf(sent)] as const,
      queryFn: ({ signal }) => send('GET', path, { ...sent, signal }) as Promise<Answer<Paths, 'GET', P>>,
    })
    return (inlined === undefined ? options : { ...options, initialData: () => takeInlined(path, sent) }) as typeof options
  }

  /** Options of an infinite query of a list that continues with a cursor. Its key is the path with the parameters, and `pages`. */
  function pages<P extends PathOf<Paths, 'GET'>>(path: P, params: Params<Paths, 'GET', P>) {
    const sent: Sent = params
    return infiniteQueryOptions({
      queryKey: [path, keyOf(sent), 'pages'] as const,
      queryFn: ({ signal, pageParam }) =>
        send('GET', path, { ...sent, query: { ...sent.query, cursor: pageParam }, signal }) as Promise<
          Answer<Paths, 'GET', P> & { nextCursor: string | null }
        >,
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    })
  }

  return { call, query, pages }
}
