import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getResponse, type HttpHandler } from 'msw'
import { shopUrl } from './browser'

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}

/** Passes a request on to the shop, and its answer back as it comes. */
function passOn(request: IncomingMessage, answer: ServerResponse): void {
  const url = new URL(shopUrl(request.url ?? '/'))
  const passed = send(url, { method: request.method, headers: { ...request.headers, host: url.host } }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  request.pipe(passed)
}

async function answerBy(handlers: HttpHandler[], url: string, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { method = 'GET' } = request
  const body = await bodyOf(request)
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
  const sent = new Request(url, { method, headers, body: method === 'GET' || method === 'HEAD' ? null : body })
  const response = await getResponse(handlers, sent)
  if (response === undefined) {
    answer.writeHead(404, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ success: false, data: null, message: url }))
    return
  }
  answer.writeHead(response.status, Object.fromEntries(response.headers))
  answer.end(await response.text())
}

/**
 * A server that has the pages and files of the shop, and answers the calls of its pages to the API by handlers instead of the
 * gateway. A server, as the browser keeps no files in its cache while a test intercepts requests.
 */
export interface DeskServer {
  /** Returns the address of a path. */
  url: (path: string) => string
  /** Answers a path of the API, below `/api/v1.0`, with a head and no body from now on; resolves once that was asked for. */
  withhold: (path: string) => Promise<void>
  close: () => Promise<void>
}

export async function startDeskServer(handlers: HttpHandler[]): Promise<DeskServer> {
  const withheld = new Map<string, () => void>()
  const server: Server = createServer((request, answer) => {
    const path = request.url ?? '/'
    const asked = withheld.get(path)
    if (asked !== undefined) {
      answer.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
      asked()
      return
    }
    if (path.startsWith('/api/v1.0/desk/stream')) {
      // An open stream without events.
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 600000\n\n')
    } else if (path.startsWith('/api/v1.0/')) {
      answerBy(handlers, url(path), request, answer).catch((error: unknown) => answer.destroy(error as Error))
    } else if (path.startsWith('/images/')) {
      answer.writeHead(404).end()
    } else passOn(request, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const url = (path: string) => `http://localhost:${String(address.port)}${path}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const withhold = (path: string) => new Promise<void>((resolve) => withheld.set(`/api/v1.0${path}`, resolve))
  return { url, withhold, close }
}
