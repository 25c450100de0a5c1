import { sendRequest } from '@shared/api/transport'
import { shownLanguage } from '@desk/i18n/language'
import { base, csrfCookie } from './base'
import { deskError, hasKey, type DeskError } from './error'
import { dropSession, validateSession } from './session'
import { askStepUp } from './step-up'
import type { Page } from './types'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Query = Readonly<Record<string, string | number | null | undefined>>

interface Options {
  query?: Query
  body?: unknown
  /** `Idempotency-Key`; the same for each repetition. */
  key?: string
  /** The refusals of a session call are about what was typed, not about the session. */
  isSessionCall?: boolean
}

interface Envelope<Data> {
  data: Data
  nextCursor?: string | null
  totalRecords?: number
  missing?: string[]
}

const maxRunningTries = 3
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

function url(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return `${window.location.origin}${base}/${path}${text === '' ? '' : `?${text}`}`
}

async function attempt<Data>(method: Method, path: string, { query, body, key }: Options): Promise<Envelope<Data> | DeskError> {
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (key !== undefined) headers.set('Idempotency-Key', key)
  const request = new Request(url(path, query), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await sendRequest(request, shownLanguage(), csrfCookie)
  const answer: unknown = await response.json().catch(() => null)
  const isEnvelope = typeof answer === 'object' && answer !== null && 'data' in answer
  if (response.ok && isEnvelope && !('success' in answer && answer.success === false)) return answer as Envelope<Data>
  return deskError(response, answer)
}

/** What repairs a refusal, so that the call may be repeated once; false where nothing does. */
async function repair(refusal: DeskError): Promise<boolean> {
  if (refusal.status === 401) {
    if (hasKey(refusal, 'DESK.SECOND_FACTOR')) {
      // The session is of an earlier step: the app goes where that step is done.
      await validateSession()
      return false
    }
    return validateSession()
  }
  if (hasKey(refusal, 'ERROR.CSRF')) return validateSession()
  if (hasKey(refusal, 'DESK.STEP_UP')) return askStepUp()
  return false
}

async function call<Data>(method: Method, path: string, options: Options = {}): Promise<Envelope<Data>> {
  let answer = await attempt<Data>(method, path, options)
  if (answer instanceof Error && options.isSessionCall !== true && (await repair(answer))) {
    answer = await attempt<Data>(method, path, options)
    if (answer instanceof Error && answer.status === 401) dropSession(true)
  }
  // The first try with this key still runs.
  for (let tries = 1; answer instanceof Error && mayStillRun(answer, options) && tries < maxRunningTries; tries += 1) {
    await sleep(answer.retryAfter ?? 1)
    answer = await attempt<Data>(method, path, options)
  }
  if (answer instanceof Error) throw answer
  return answer
}

const mayStillRun = (refusal: DeskError, { key }: Options) =>
  refusal.status === 503 && key !== undefined && refusal.retryAfter !== null && refusal.retryAfter <= 2

/** The desk's calls. All reject with a `DeskError`, or with an `ApiError` of status 0 without a response. */
export const desk = {
  async get<Data>(path: string, query: Query = {}): Promise<Data> {
    return (await call<Data>('GET', path, { query })).data
  },
  async list<Row>(path: string, query: Query = {}): Promise<Page<Row> & { missing: string[] }> {
    const { data, nextCursor = null, totalRecords = data.length, missing = [] } = await call<Row[]>('GET', path, { query })
    return { data, nextCursor, totalRecords, missing }
  },
  async send<Data>(method: Exclude<Method, 'GET'>, path: string, options: Options = {}): Promise<Data> {
    return (await call<Data>(method, path, options)).data
  },
}
