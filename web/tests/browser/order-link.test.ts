import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '../../scripts/screenshots/create-customer.mjs'
import { collectErrors, contextOptions, expectComplete, launchBrowser, settled, shop, shopUrl, viewports } from './support/browser'
import { mailWith, shopTexts } from './support/desk'

let browser: Browser

describe.skipIf(shop === undefined)('the link of an order', () => {
  let email = ''
  let token = ''
  beforeAll(async () => {
    browser = await launchBrowser()
    const context = await browser.newContext(contextOptions(1440))
    const customer = await createCustomer(context, shopUrl)
    email = customer.email
    await context.close()
    const link = await mailWith(email, /http\S+\/order#\S+/)
    token = new URL(link).hash
  })
  afterAll(() => browser.close())

  it.each(viewports)('opens it without a session in %s at %i px', async (language, width) => {
    const t = shopTexts(language)
    const context = await browser.newContext(contextOptions(width))
    const page = await context.newPage()
    const errors = collectErrors(page)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
    await page.goto(shopUrl(`/${language}/order${token}`))
    await settled(page)
    await page.getByRole('heading', { level: 1, name: t('ORDER.HEADING.PENDING') }).waitFor()
    await page.locator('[aria-current=step]', { hasText: t('ORDER.RECEIVED') }).waitFor()
    const text = await page.getByRole('main').innerText()
    for (const hidden of [email, 'm. 34', '1234567']) expect(text).not.toContain(hidden)
    await expectComplete(page)
    expect(addresses.filter((address) => address.includes(token.slice(1)))).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('is mailed again, and answers the same for an e-mail without orders', async () => {
    const t = shopTexts('en')
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    for (const address of [email, `nobody-${crypto.randomUUID()}@example.com`]) {
      await page.goto(shopUrl('/en/order'))
      await page.reload()
      await settled(page)
      await page.getByLabel(t('LINK.NUMBER')).fill(token.slice(1).split('.')[0] ?? '')
      await page.getByLabel(t('FORM.EMAIL')).fill(address)
      await page.getByRole('button', { name: t('LINK.SEND') }).click()
      await page.getByText(t('LINK.SENT')).waitFor()
      await expectComplete(page)
    }
    await context.close()
  })
})
