import { getResponse, type HttpHandler } from 'msw'
import type { Page } from 'playwright-core'

/** Answers the calls of a page to the API by handlers instead of the gateway; its pages and files stay those of the shop. */
export async function answerBy(page: Page, handlers: HttpHandler[]): Promise<void> {
  await page.route('**/api/v1.0/**', async (route) => {
    const request = route.request()
    if (request.url().includes('/desk/stream')) {
      // An open stream without events.
      await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 600000\n\n' })
      return
    }
    const data = request.postDataBuffer()
    const body = data === null ? null : new Uint8Array(data)
    const sent = new Request(request.url(), { method: request.method(), headers: await request.allHeaders(), body })
    const response = await getResponse(handlers, sent)
    if (response === undefined) {
      await route.fulfill({ status: 404, json: { success: false, data: null, message: request.url() } })
      return
    }
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() })
  })
  await page.route('**/images/**', (route) => route.fulfill({ status: 404 }))
}
