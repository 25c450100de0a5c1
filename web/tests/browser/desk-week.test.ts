import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, expectAccessible, hydrated, launchBrowser, shop, shopUrl, type Language } from './support/browser'
import { code, deskTexts, enrol, mailWith, shopTexts } from './support/desk'

const owner = { email: process.env.DESK_OWNER_EMAIL ?? '', password: process.env.DESK_OWNER_PASSWORD ?? '' }

let browser: Browser

/** A member of the team with a browser of their own. */
interface Member {
  context: BrowserContext
  page: Page
  errors: string[]
  email: string
  secret: string
}

async function open(path: string, width: number): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext({ ...contextOptions(width), locale: 'az-AZ', timezoneId: 'Asia/Baku' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  // A browser asks which program opens a telephone number, and takes no click meanwhile.
  await page.addInitScript(() => {
    window.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a[href^="tel:"]') !== null) event.preventDefault()
    })
  })
  await page.goto(shopUrl(path))
  return { context, page, errors }
}

const az = deskTexts('az')

/** Longest wait for what a colleague did, in milliseconds. */
const patience = 30_000

/** Only in one language: the others have the same screens. */
const expectAccessibleOnce = (page: Page, language: Language) => (language === 'az' ? expectAccessible(page) : Promise.resolve())

/** Signs the owner in, who sets the second factor up. */
async function ownerSignsIn(): Promise<Member> {
  const opened = await open('/desk', 1440)
  const { page } = opened
  await page.getByRole('heading', { name: az('SIGN_IN.TITLE') }).waitFor()
  await expectAccessible(page)
  await page.getByLabel(az('COMMON.EMAIL')).fill(owner.email)
  await page.getByLabel(az('COMMON.PASSWORD'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: az('SIGN_IN.NEXT') }).click()
  await page.getByRole('heading', { name: az('ENROL.TITLE') }).waitFor()
  await expectAccessible(page)
  const secret = await enrol(page, 'az')
  await page.getByRole('navigation').first().waitFor()
  return { ...opened, email: owner.email, secret }
}

/** Invites somebody, who accepts by the link of the mail and sets the second factor up. */
async function invite({ page, secret }: Member, name: string, role: 'SALES' | 'WAREHOUSE'): Promise<Member> {
  const email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.com`
  await page.goto(shopUrl('/desk/team'))
  await page.getByRole('button', { name: az('TEAM.INVITE') }).click()
  const dialog = page.getByRole('dialog', { name: az('TEAM.INVITE_TITLE') })
  await dialog.getByLabel(az('COMMON.EMAIL')).fill(email)
  await dialog.getByLabel(az('TEAM.ROLE')).selectOption({ label: az(`ROLES.${role}`) })
  await dialog.getByRole('button', { name: az('TEAM.SEND_INVITATION') }).click()
  const again = page.getByRole('dialog', { name: az('STEP_UP.TITLE') })
  const sent = page.getByText(az('TEAM.INVITATION_SENT', { email }))
  await again.or(sent).first().waitFor()
  if (await again.isVisible()) await again.getByLabel(az('COMMON.CODE')).fill(code(secret, 1))
  await sent.waitFor()

  const link = await mailWith(email, /\/desk\/welcome\S+/)
  const opened = await open(link, 1440)
  await opened.page.getByRole('heading', { name: az('WELCOME.TITLE') }).waitFor()
  await opened.page.getByLabel(az('COMMON.NAME'), { exact: true }).fill(name)
  await opened.page.getByLabel(az('COMMON.LASTNAME')).fill('Nümunəzadə')
  await opened.page.getByLabel(az('WELCOME.NEW_PASSWORD'), { exact: true }).fill(`long ${crypto.randomUUID()}`)
  await opened.page.locator('form button[type=submit]').click()
  await opened.page.getByRole('heading', { name: az('ENROL.TITLE') }).waitFor()
  return { ...opened, email, secret: await enrol(opened.page, 'az') }
}

/** Chooses the language of a member in their profile. */
async function speak({ page }: Member, language: Language): Promise<void> {
  await page.goto(shopUrl('/desk/me'))
  const shown = ((await page.locator('html').getAttribute('lang')) ?? 'az') as Language
  if (shown === language) return
  const t = deskTexts(shown)
  await page.getByLabel(t('COMMON.LANGUAGE_LABEL'), { exact: true }).selectOption(language)
  await page
    .getByRole('button', { name: t('COMMON.SAVE'), exact: true })
    .first()
    .click()
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
}

const isPhoneWide = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

interface ListedProduct {
  id: number
  categoryId: number
  stockQuantity: number | null
}

async function products(): Promise<ListedProduct[]> {
  const response = await fetch(shopUrl('/api/v1.0/products?limit=100'))
  return ((await response.json()) as { data: ListedProduct[] }).data
}

/** Returns wardrobes that no other test can buy up. */
async function madeToOrder(count: number): Promise<number[]> {
  const wardrobes = (await products()).filter(({ categoryId, stockQuantity }) => categoryId === 1 && stockQuantity === null)
  if (wardrobes.length < count) throw new Error('too few wardrobes are made to order')
  return wardrobes.slice(0, count).map(({ id }) => id)
}

async function fillContacts(form: Locator, email: string, language: Language): Promise<void> {
  const t = shopTexts(language)
  const fields = { FIRST_NAME: 'Leyla', LAST_NAME: 'Nümunə', PHONE: '050 000 12 34', EMAIL: email }
  for (const [name, value] of Object.entries(fields)) await form.getByLabel(t(`FORM.${name}`), { exact: true }).fill(value)
}

/** Asks for a quote in the shop, and returns the customer's address. */
async function askForQuote(language: Language, width: number): Promise<string> {
  const t = shopTexts(language)
  const email = `leyla-${crypto.randomUUID()}@example.com`
  const { page, context, errors } = await open(`/${language}/shop/${String((await madeToOrder(1))[0])}`, width)
  await hydrated(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('QUOTE.ASK') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('QUOTE.ASK') })
  await fillContacts(dialog, email, language)
  await dialog.getByRole('button', { name: t('QUOTE.SEND') }).click()
  await page.getByText(t('QUOTE.SENT')).waitFor()
  expect(errors).toEqual([])
  await context.close()
  return email
}

/** Selects three pieces with their own widths, shares them, asks for a quote of all and gets its mail. Returns the address. */
async function askForSelection(language: Language, width: number): Promise<string> {
  const t = shopTexts(language)
  const email = `leyla-${crypto.randomUUID()}@example.com`
  const wardrobes = await madeToOrder(3)
  const { page, context, errors } = await open(`/${language}/selection`, width)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const main = page.getByRole('main')
  for (const [index, id] of wardrobes.entries()) {
    await page.goto(shopUrl(`/${language}/shop/${String(id)}`))
    await hydrated(page)
    await main
      .getByRole('button', { name: t('QUOTE.ASK') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('QUOTE.ASK') })
    await dialog.getByText(t('QUOTE.SIZE_OWN'), { exact: true }).click()
    await dialog
      .locator('input[inputmode="decimal"]')
      .first()
      .fill(String(181 + index))
    await dialog.getByRole('button', { name: t('SELECTION.ADD') }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('SELECTION.COUNT', { count: 3 }) })
    .click()
  await main.getByRole('button', { name: t('SELECTION.COPY_LINK') }).click()
  const shared = await open(await page.evaluate(() => navigator.clipboard.readText()), width)
  await shared.page.getByRole('heading', { level: 1, name: t('SELECTION.SHARED') }).waitFor()
  for (const size of [181, 182, 183])
    await shared.page
      .getByRole('main')
      .getByText(new RegExp(`^${String(size)}\\b`))
      .first()
      .waitFor()
  await shared.context.close()

  await fillContacts(main, email, language)
  await main.getByRole('button', { name: t('SELECTION.SEND') }).click()
  const number = await page
    .getByRole('alertdialog', { name: t('QUOTE.SENT_TITLE') })
    .getByText(/^SQ-/)
    .first()
    .innerText()
  await mailWith(email, new RegExp(/SQ-\w+/.exec(number)?.[0] ?? 'no number'))
  expect([...errors, ...shared.errors]).toEqual([])
  await context.close()
  return email
}

/** Changes different fields of an offer at the same time as a colleague: who saves later merges, and both changes stay. */
async function changeOfferTogether({ page }: Member, { page: other }: Member, message: string): Promise<void> {
  await other.goto(page.url())
  const daysOf = (shown: Page) => shown.getByLabel(az('OFFERS.MAKE_DAYS'))
  const messageOf = (shown: Page) => shown.getByLabel(az('OFFERS.MESSAGE'))
  const hasBoth = async (shown: Page) => (await daysOf(shown).inputValue()) === '21' && (await messageOf(shown).inputValue()) === message
  await daysOf(other).waitFor()
  await Promise.all([messageOf(page).fill(message), daysOf(other).fill('21')])
  await expect.poll(async () => (await hasBoth(page)) || (await hasBoth(other)), { timeout: patience }).toBe(true)
  await page.reload()
  await expect.poll(() => hasBoth(page), { timeout: patience }).toBe(true)
}

/** Plans a delivery and writes notes at the same time as a colleague: whose plan holds is a question, and both notes stay. */
async function changeOrderTogether({ page }: Member, { page: other }: Member): Promise<void> {
  await other.goto(page.url())
  const save = (shown: Page) => shown.getByRole('dialog').getByRole('button', { name: az('COMMON.SAVE'), exact: true })
  const drivers: [Page, string][] = [
    [page, 'Elçin'],
    [other, 'Murad'],
  ]
  for (const [shown, driver] of drivers) {
    await shown.getByRole('button', { name: az('ORDER.PLAN'), exact: true }).click()
    await shown.getByLabel(az('ORDER.CREW')).fill(driver)
  }
  await save(other).click()
  await page.getByText('Murad').first().waitFor({ state: 'attached' })
  await save(page).click()
  await page.getByRole('radio', { name: az('CONFLICT.MINE') }).check()
  await page.getByRole('button', { name: az('CONFLICT.SAVE') }).click()
  await other.getByText('Elçin').first().waitFor()

  const notes = ['Lift kiçikdir', 'Qapı 80 sm'] as const
  const write = async (shown: Page, text: string) => {
    await shown.getByLabel(az('COMPOSER.NOTE_LABEL')).fill(text)
    await shown.getByRole('button', { name: az('COMPOSER.SAVE_NOTE') }).click()
  }
  await Promise.all([write(page, notes[0]), write(other, notes[1])])
  for (const shown of [page, other]) for (const text of notes) await shown.getByRole('listitem').getByText(text).waitFor()
}

/** Takes the quote of a customer, notes a call, and sends an offer with the catalogue's line and a free one by mail. */
async function answerByOffer(member: Member, email: string, language: Language, colleague?: Member): Promise<void> {
  const { page } = member
  const t = deskTexts(language)
  const isPhone = isPhoneWide(page)
  // The customer asks for three pieces on a phone, else for one.
  const row = isPhone ? 4 : 2
  await page.goto(shopUrl(`/desk/quotes?q=${email}`))
  await page.getByRole('link', { name: /Leyla Nümunə/ }).click()
  await page.getByRole('button', { name: t('QUOTE.ASSIGNEE') }).click()
  await page.getByRole('menuitem', { name: t('QUOTE.TAKE') }).click()
  await page.getByText(t('STATUS.ASSIGNED')).locator('visible=true').first().waitFor()
  await expectAccessibleOnce(page, language)
  await page
    .getByRole('link', { name: t('COMPOSER.CALL') })
    .locator('visible=true')
    .click()
  await page.getByRole('textbox', { name: t('COMPOSER.AGREED') }).fill('285 × 215 sm')
  await page.getByRole('button', { name: t('COMPOSER.SAVE_CALL') }).click()
  await page
    .getByRole('list', { name: t('QUOTE.TIMELINE') })
    .getByText('285 × 215 sm')
    .waitFor()

  await page
    .getByRole('button', { name: t(isPhone ? 'OFFERS.MAKE_SHORT' : 'OFFERS.MAKE'), exact: true })
    .locator('visible=true')
    .click()
  await page.getByRole('button', { name: t('OFFERS.ADD_FREE') }).click()
  if (isPhone) {
    const line = page.getByRole('dialog', { name: t('OFFERS.LINE', { row }) })
    await line.getByLabel(t('OFFERS.NAME')).fill('Quraşdırma')
    await line.getByLabel(t('OFFERS.PRICE')).fill('120')
    await line.getByRole('button', { name: t('OFFERS.DONE') }).click()
  } else {
    const field = (name: string) => page.getByRole('textbox', { name: t('OFFERS.FIELD_OF', { field: t(name), row }) })
    await field('OFFERS.NAME').fill('Quraşdırma')
    await field('OFFERS.PRICE').fill('120')
  }
  const message = 'Hündürlük 92 sm.'
  if (colleague === undefined) await page.getByLabel(t('OFFERS.MESSAGE')).fill(message)
  else await changeOfferTogether(member, colleague, message)
  await expectAccessibleOnce(page, language)
  await page
    .getByRole('button', { name: t('OFFERS.SEND'), exact: true })
    .locator('visible=true')
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('OFFERS.SEND'), exact: true })
    .click()
  const share = page.getByRole('dialog', { name: t('OFFERS.SHARE_TITLE') })
  await share.getByRole('button', { name: t('COMMON.CLOSE') }).click()
  await expectAccessibleOnce(page, language)
}

/** Opens the link of the mail, accepts, and returns the page. */
async function acceptOffer(email: string, language: Language, width: number): Promise<Page> {
  const t = shopTexts(language)
  const { page, errors } = await open(await mailWith(email, /http\S+\/offer#\S+/), width)
  const button = page.getByRole('button', { name: t(width < 768 ? 'OFFER.ACCEPT_SHORT' : 'OFFER.ACCEPT'), exact: true })
  await button.locator('visible=true').click()
  await page.getByRole('button', { name: t('OFFER.ACCEPT_CONFIRM') }).click()
  await page.getByRole('heading', { name: t('OFFER.ACCEPTED_BY', { name: 'Leyla' }) }).waitFor()
  await expectAccessibleOnce(page, language)
  expect(errors).toEqual([])
  return page
}

/** Makes an order of the accepted offer, takes its payment and starts the work. Returns its path. */
async function orderAndPay({ page }: Member, language: Language): Promise<string> {
  const t = deskTexts(language)
  await page
    .getByRole('button', { name: t('OFFERS.CREATE_ORDER') })
    .locator('visible=true')
    .click()
  const dialog = page.getByRole('dialog', { name: t('OFFERS.CREATE_ORDER') })
  await dialog.getByLabel(t('OFFERS.ADDRESS')).fill('Nümunə küçəsi 12')
  await dialog.getByLabel(t('OFFERS.CITY')).fill('Bakı')
  await dialog.getByRole('button', { name: t('OFFERS.CREATE_ORDER') }).click()
  // The deposit first, as the dialog proposes, and then the rest.
  for (const status of ['PAYMENT.PROCESSING', 'PAYMENT.PAID']) {
    await page.getByRole('button', { name: t('ORDER.TAKE_PAYMENT') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ORDER.RECORD') })
      .click()
    await page.getByText(t(status), { exact: true }).locator('visible=true').first().waitFor()
  }
  await takeStep(page, t('ORDER.TO_PROCESSING'), t('ORDER_STATUS.PROCESSING'))
  await expectAccessibleOnce(page, language)
  return new URL(page.url()).pathname
}

/** Presses the main button of an order, and waits for the status that it leads to. */
async function takeStep(page: Page, step: string, status: string): Promise<void> {
  await page.getByRole('button', { name: step, exact: true }).locator('visible=true').click()
  await page.locator('[aria-current=step]', { hasText: status }).waitFor()
}

/** Waits until the customer's page shows a step of the order. */
async function seesStep(page: Page, status: string, language: Language): Promise<void> {
  await page.reload()
  await page.locator('[aria-current=step]', { hasText: shopTexts(language)(`ORDER.STATUS.${status}`) }).waitFor()
}

describe.skipIf(shop === undefined)('the week of a shop', () => {
  let boss: Member
  let sales: Member
  let warehouse: Member
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('starts with an owner who invites sales and warehouse', async () => {
    boss = await ownerSignsIn()
    sales = await invite(boss, 'Nigar', 'SALES')
    warehouse = await invite(boss, 'Elçin', 'WAREHOUSE')
    // A session of the shop opens nothing of the desk: the owner has one, too.
    const { context } = await open('/az', 1440)
    await context.request.post(shopUrl('/api/v1.0/Auth/sign-in'), {
      data: owner,
      headers: { Origin: new URL(shopUrl('/')).origin, 'Accept-Language': 'az' },
    })
    const refused = await context.request.get(shopUrl('/api/v1.0/desk/quotes'))
    expect(refused.status()).toBe(401)
    await context.close()
  })

  it.each([
    ['az', 1440],
    ['az', 390],
    ['ru', 1440],
  ] as const)('leads from a quote to the door in %s at %i px', async (language, width) => {
    const t = deskTexts(language)
    for (const member of [sales, warehouse]) {
      await member.page.setViewportSize({ width, height: 900 })
      await speak(member, language)
    }
    const email = await (isPhoneWide(sales.page) ? askForSelection : askForQuote)(language, width)
    // Once with a colleague who changes the offer and the order at the same time.
    const colleague = language === 'az' && width === 1440 ? boss : undefined
    await answerByOffer(sales, email, language, colleague)
    const customer = await acceptOffer(email, language, width)
    const path = await orderAndPay(sales, language)
    if (colleague !== undefined) {
      await changeOrderTogether(sales, colleague)
      // Whose colleague was faster is told so by a 409.
      expect(sales.errors.filter((error) => !error.includes('409'))).toEqual([])
      sales.errors.length = 0
    }
    await seesStep(customer, 'PROCESSING', language)

    const { page } = warehouse
    await page.goto(shopUrl(`${path}/paper/pick`))
    await page.getByRole('heading', { name: t('PAPERS.PICK_TITLE'), level: 2 }).waitFor()
    await expectAccessibleOnce(page, language)
    await page.goto(shopUrl(`${path}/paper/delivery`))
    await page.getByRole('heading', { name: t('PAPERS.DELIVERY_TITLE'), level: 2 }).waitFor()
    await expectAccessibleOnce(page, language)
    await page.goto(shopUrl(path))
    await takeStep(page, t('ORDER.TO_SHIPPED'), t('ORDER_STATUS.SHIPPED'))
    await seesStep(customer, 'SHIPPED', language)
    await takeStep(page, t('ORDER.TO_DELIVERED'), t('ORDER_STATUS.DELIVERED'))
    await seesStep(customer, 'DELIVERED', language)
    await customer.context().close()
    const followed = await open(await mailWith(email, /http\S+\/order#\S+/), width)
    await followed.page.locator('[aria-current=step]', { hasText: shopTexts(language)('ORDER.STATUS.DELIVERED') }).waitFor()
    expect(followed.errors).toEqual([])
    await followed.context.close()

    await page.goto(shopUrl('/desk/orders'))
    await page.getByRole('link', { name: path.split('/').at(-1) ?? '' }).waitFor()
    await expectAccessibleOnce(page, language)
    for (const { errors } of [sales, warehouse]) expect(errors).toEqual([])
  })

  it('ends for a member as soon as the owner closes the access', async () => {
    await boss.page.goto(shopUrl('/desk/team'))
    await boss.page.getByRole('row', { name: warehouse.email }).waitFor()
    // The page scrolls, and no row of the table is cut.
    await boss.page.setViewportSize({ width: 1440, height: 420 })
    const table = boss.page.getByRole('table').first()
    expect(await table.evaluate((shown) => shown.getBoundingClientRect().height)).toBeLessThanOrEqual(
      await table.evaluate((shown) => shown.parentElement?.clientHeight ?? 0),
    )
    await warehouse.page.goto(shopUrl('/desk/orders'))
    await warehouse.page.getByRole('heading', { level: 1 }).waitFor()
    await boss.page.getByRole('row', { name: warehouse.email }).getByRole('button').click()
    await boss.page.getByRole('menuitem', { name: az('TEAM.DISABLE') }).click()
    await warehouse.page.getByLabel(deskTexts('ru')('COMMON.PASSWORD'), { exact: true }).waitFor()
  })
})
