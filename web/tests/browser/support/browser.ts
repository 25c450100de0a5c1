import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'

export const shop = process.env.SHOP_URL

export const languages = ['az', 'ru', 'en'] as const
export type Language = (typeof languages)[number]

/** Locales with viewport widths: each locale once and both widths, or all six pairs if ALL_VIEWPORTS is set. */
export const viewports =
  process.env.ALL_VIEWPORTS === undefined
    ? ([
        ['az', 390],
        ['ru', 1440],
        ['en', 390],
      ] as const)
    : languages.flatMap((language) => [390, 1440].map((width) => [language, width] as const))

/** Launches a browser; once more if it crashes at its start, which the line `flaky: ` says. */
export async function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const launch = () => chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...args] })
  return launch().catch((error: unknown) => {
    process.stdout.write(`\nflaky: a start of the browser\n${String(error)}\n`)
    return launch()
  })
}

/** URL of a path in the shop under test. */
export function shopUrl(path: string): string {
  return new URL(path, shop).href
}

/** Collects the errors of a page: uncaught exceptions, console errors, failed requests and error responses. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Navigation aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') errors.push(`${request.url()}: ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.url()}: ${String(response.status())}`)
  })
  return errors
}

/** Adds the timeout that Playwright's `evaluate` lacks. */
export async function withTimeout<Result>(what: string, work: Promise<Result>, seconds = 30): Promise<Result> {
  const finished = new AbortController()
  const timeout = sleep(seconds * 1_000, undefined, { signal: finished.signal, ref: false }).then(() => {
    throw new Error(`${what} did not end within ${String(seconds)} s`)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    finished.abort()
  }
}

/** Waits until the app has replaced the page's first view. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
}

/** Waits for the app, the screen's heading and the end of network activity. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

/** Opens a page in a context of its own, and waits for all of it. */
export async function openPage(
  browser: Browser,
  path: string,
  width: number,
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext(contextOptions(width))
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl(path))
  await settled(page)
  return { context, page, errors }
}

/** Opens a page with all its data: if data is late, the gateway leaves it out and sends `no-store`. */
export async function openComplete(page: Page, path: string): Promise<void> {
  const load = async () => (await page.goto(shopUrl(path)))?.headers()['cache-control']
  await expect.poll(load, { timeout: 20_000, interval: 250 }).not.toBe('no-store')
}

/** Waits for a part of the home page below its first screen. A key press ends the delay of four seconds that it has. */
export async function shownBelow(part: Locator): Promise<void> {
  const count = async () => {
    await part.page().keyboard.press('Shift')
    return part.count()
  }
  await expect.poll(count, { timeout: 20_000, interval: 250 }).toBeGreaterThan(0)
}

/** Untranslated keys. */
const textKey = /\b[A-Z]{2,}[A-Z_]*(?:\.[A-Z][A-Z_]+)+\b/g

/** axe without its comments: half as long, and each page gets it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects no axe violation, no list that Safari would not read as one, and no horizontal overflow. */
export async function expectAccessible(page: Page): Promise<void> {
  // Contrast is measured after the fade-ins; infinite animations never finish.
  const animations = page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  )
  await withTimeout('animations', animations)
  // Legacy mode opens no extra page; it only lacks cross-origin frames, which the shop does not have.
  // Only violations are reported with their elements.
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await withTimeout('axe', axe.analyze())
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  const plain = await page.evaluate(() =>
    [...document.querySelectorAll('ul, ol')]
      .filter((list) => getComputedStyle(list).listStyleType === 'none')
      .map(({ className }) => className),
  )
  expect(plain).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Expects the page to be accessible, and no text or image to be missing. */
export async function expectComplete(page: Page): Promise<void> {
  await expectAccessible(page)
  expect((await page.locator('body').innerText()).match(textKey) ?? []).toEqual([])
  expect(await page.locator('[data-failed="true"]').count()).toBe(0)
}

/** Returns the number of pages of A4 on which a page is printed. */
export async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0
}

/** Returns the header of a household with an address of its own: one address may register and ask only some times in ten minutes. */
export const ofHousehold = () => ({ 'X-Forwarded-For': `2001:db8:${crypto.randomUUID().slice(0, 4)}::1` })

/** Options of a browser context with this width and reduced motion, in a household of its own. */
export const contextOptions = (width: number) =>
  ({ viewport: { width, height: 900 }, reducedMotion: 'reduce', extraHTTPHeaders: ofHousehold() }) as const

/** Registers a customer through the API and signs the context in. Returns the e-mail. */
export async function registerCustomer(context: BrowserContext, password = `long ${crypto.randomUUID()}`): Promise<string> {
  const email = `customer-${crypto.randomUUID()}@example.com`
  const headers = { Origin: new URL(shopUrl('/')).origin, ...ofHousehold() }
  const register = { name: 'Leyla', lastname: 'Nümunə', email, password }
  const responses = [
    await context.request.post(shopUrl('/api/v1.0/Auth/register'), { data: register, headers }),
    await context.request.post(shopUrl('/api/v1.0/Auth/sign-in'), { data: { email, password }, headers }),
  ]
  for (const response of responses) expect(response.status()).toBe(200)
  return email
}
