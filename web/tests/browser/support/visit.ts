import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

export const shop = process.env.SHOP_URL
export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

export const languages = ['az', 'ru', 'en'] as const
export type Language = (typeof languages)[number]

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

/** A screen that is there: its heading is, and nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

/** Brings every picture into sight once, so that those that wait for it are asked for too; not those of wider windows. */
export async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('main img')) {
      // A lazy picture that is not laid out is never asked for, and would be waited for without end.
      if (!image.checkVisibility()) continue
      image.scrollIntoView()
      if (image instanceof HTMLImageElement) await image.decode().catch(() => undefined)
    }
    window.scrollTo(0, 0)
  })
}

/** Texts that look like keys of the translation files. */
const rawKey = /\b[A-Z]{2,}[A-Z_]*(?:\.[A-Z][A-Z_]+)+\b/g

/** Nobody is kept out, nothing is wider than the window, no text and no picture is missing. */
export async function expectSound(page: Page): Promise<void> {
  // What fades in is not measured half way.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
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
