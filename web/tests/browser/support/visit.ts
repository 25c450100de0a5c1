import { setTimeout as sleep } from 'node:timers/promises'
import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { goDown } from '../../../scripts/screenshots/go-down.mjs'

export const shop = process.env.SHOP_URL

export const languages = ['az', 'ru', 'en'] as const
export type Language = (typeof languages)[number]

/** Every language once and both widths; all six pairs take twice as long and run where EVERY_READER is set. */
export const readers =
  process.env.EVERY_READER === undefined
    ? ([
        ['az', 390],
        ['ru', 1440],
        ['en', 390],
      ] as const)
    : languages.flatMap((language) => [390, 1440].map((width) => [language, width] as const))

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // It neither looks for a graphics card nor imitates one.
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** The address of a path in a running shop. */
export function address(path: string): string {
  return new URL(path, shop).href
}

/** What a page says is wrong while it is used: errors of scripts, and requests that fail or are refused. */
export function listen(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left takes its open requests along.
    if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()}: ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.url()}: ${String(response.status())}`)
  })
  return problems
}

/** What a page's own scripts promise is waited for without end by Playwright: this names what did not come. */
async function inTime<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const patience = new AbortController()
  const late = sleep(30_000, undefined, { signal: patience.signal, ref: false }).then(() => {
    throw new Error(`${what} did not end within 30 s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    patience.abort()
  }
}

/** The app has drawn itself in place of the page's first view. */
export async function taken(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('app').length > 0)
}

/** A screen that is there: its heading is, and nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await taken(page)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

/** Goes down the page once, so that what waits to be near comes, and waits for all its pictures. */
export async function seeAll(page: Page): Promise<void> {
  await inTime('going down the page', page.evaluate(goDown, 0))
  await page.waitForFunction(() =>
    // What is not laid out, such as the picture of wider windows, is never asked for.
    Array.from(document.querySelectorAll<HTMLImageElement>('main img'))
      .filter((image) => image.checkVisibility())
      .map((image) => {
        image.loading = 'eager'
        return image.complete && image.naturalWidth > 0
      })
      .every(Boolean),
  )
}

/** Texts that look like keys of the translation files. */
const rawKey = /\b[A-Z]{2,}[A-Z_]*(?:\.[A-Z][A-Z_]+)+\b/g

/** Nothing keeps anybody out, and nothing is wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in is not measured half way; what goes on for ever is not waited for.
  const still = page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  )
  await inTime('the end of what moves', still)
  // In this mode it needs no other page; it is meant for frames of other sites, and there are none.
  const { violations } = await inTime('axe', new AxeBuilder({ page }).setLegacyMode().analyze())
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Besides, no text and no picture is missing. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  expect((await page.locator('body').innerText()).match(rawKey) ?? []).toEqual([])
  expect(await page.locator('[data-failed="true"]').count()).toBe(0)
}

/** A visitor whose browser has this width; nothing moves by itself. */
export const visitor = (width: number) => ({ viewport: { width, height: 900 }, reducedMotion: 'reduce' }) as const

/** Makes an account, as no form of it is what the test is about. The visitor is signed in afterwards. */
export async function makeCustomer(context: BrowserContext): Promise<string> {
  const email = `customer-${crypto.randomUUID()}@example.com`
  const password = `long ${crypto.randomUUID()}`
  const headers = { Origin: new URL(address('/')).origin }
  const register = { name: 'Leyla', lastname: 'Nümunə', email, password }
  const answers = [
    await context.request.post(address('/api/v1.0/Auth/register'), { data: register, headers }),
    await context.request.post(address('/api/v1.0/Auth/sign-in'), { data: { email, password }, headers }),
  ]
  for (const answer of answers) expect(answer.status()).toBe(200)
  return email
}
