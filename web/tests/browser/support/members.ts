import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { collectErrors, contextOptions, expectAccessible, shopUrl, type Language } from './browser'
import { code, deskTexts, enrol, mailWith } from './desk'

/** A member of the team with a browser of their own. */
export interface Member {
  context: BrowserContext
  page: Page
  errors: string[]
  email: string
  secret: string
}

/** Opens a page in a browser of its own, as people here have one. */
export async function open(
  browser: Browser,
  path: string,
  width: number,
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
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

/** Signs the owner in, who sets the second factor up. */
export async function ownerSignsIn(browser: Browser, owner: { email: string; password: string }): Promise<Member> {
  const opened = await open(browser, '/desk', 1440)
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

type Role = 'MANAGER' | 'SALES' | 'WAREHOUSE' | 'EDITOR'

/** Waits for what a change of the team shows, and gives the code where it is asked for again. */
export async function confirmed({ page, secret }: Pick<Member, 'page' | 'secret'>, shown: Locator): Promise<void> {
  const again = page.getByRole('dialog', { name: az('STEP_UP.TITLE') })
  await again.or(shown).first().waitFor()
  if (await again.isVisible()) await again.getByLabel(az('COMMON.CODE')).fill(code(secret, 1))
  await shown.waitFor()
}

/** Invites somebody, who accepts by the link of the mail and sets the second factor up. */
export async function invite(browser: Browser, owner: Member, name: string, role: Role): Promise<Member> {
  const { page } = owner
  const email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.com`
  await page.goto(shopUrl('/desk/team'))
  await page.getByRole('button', { name: az('TEAM.INVITE') }).click()
  const dialog = page.getByRole('dialog', { name: az('TEAM.INVITE_TITLE') })
  await dialog.getByLabel(az('COMMON.EMAIL')).fill(email)
  await dialog.getByLabel(az('TEAM.ROLE')).selectOption({ label: az(`ROLES.${role}`) })
  await dialog.getByRole('button', { name: az('TEAM.SEND_INVITATION') }).click()
  await confirmed(owner, page.getByText(az('TEAM.INVITATION_SENT', { email })))

  const link = await mailWith(email, /\/desk\/welcome\S+/)
  const opened = await open(browser, link, 1440)
  await opened.page.getByRole('heading', { name: az('WELCOME.TITLE') }).waitFor()
  await opened.page.getByLabel(az('COMMON.NAME'), { exact: true }).fill(name)
  await opened.page.getByLabel(az('COMMON.LASTNAME')).fill('Nümunəzadə')
  await opened.page.getByLabel(az('WELCOME.NEW_PASSWORD'), { exact: true }).fill(`long ${crypto.randomUUID()}`)
  await opened.page.locator('form button[type=submit]').click()
  await opened.page.getByRole('heading', { name: az('ENROL.TITLE') }).waitFor()
  return { ...opened, email, secret: await enrol(opened.page, 'az') }
}

/** Chooses the language of a member in their profile. */
export async function speak({ page }: Pick<Member, 'page'>, language: Language): Promise<void> {
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
