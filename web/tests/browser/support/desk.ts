import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import PostalMime, { type Email } from 'postal-mime'
import type { Language } from './browser'

/** Folder of the `.eml` files that the shop under test writes in place of sending mail. */
const mailFolder = process.env.MAIL_FOLDER ?? ''

type Values = Record<string, string | number>
/** A text, or texts by the next part of their key. */
type Texts = string | { [part: string]: Texts | undefined }

/** Returns the texts of translation files by their keys, such as `OFFERS.SEND`. */
function texts(...files: string[]) {
  const read = (file: string) => JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')) as object
  const all = Object.assign({}, ...files.map(read)) as Texts
  return (key: string, values: Values = {}): string => {
    const text = key.split('.').reduce<Texts | undefined>((texts, part) => (typeof texts === 'object' ? texts[part] : undefined), all)
    if (typeof text !== 'string') throw new Error(`${files.join(', ')}: no ${key}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? `{{${value}}}`))
  }
}

export const deskTexts = (language: Language) =>
  texts(...['', 'offers/', 'price-book/', 'workshop/'].map((part) => `desk/i18n/${part}${language}.json`))
export const shopTexts = (language: Language) => texts(`public/assets/i18n/${language}.json`)
export const designTexts = (language: Language) => texts(...['', 'later/'].map((part) => `src/lib/design/texts/${part}${language}.json`))

/** Seconds that a code of an authenticator app lasts. */
const period = 30

/**
 * Returns a code of an authenticator app. Each is good once, and those of the steps beside the present one are taken, too: the
 * present one stays good if the next step begins meanwhile.
 */
export function code(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')), period })
  return totp.generate({ timestamp: Date.now() + steps * period * 1_000 })
}

/** The mails by their files, as each is asked for many times. */
const mails = new Map<string, Promise<Email>>()

function readMail(file: string): Promise<Email> {
  const mail = mails.get(file) ?? PostalMime.parse(readFileSync(join(mailFolder, file)))
  mails.set(file, mail)
  return mail
}

/** Waits for a mail to an address whose text has a match, and returns the match. */
export async function mailWith(address: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 150; tries += 1) {
    for (const file of readdirSync(mailFolder).filter((name) => name.endsWith('.eml'))) {
      const mail = await readMail(file)
      const match = mail.to?.some((to) => to.address === address) === true && pattern.exec(mail.text ?? '')
      if (match) return match[0]
    }
    await sleep(200)
  }
  throw new Error(`no mail to ${address} has ${String(pattern)}`)
}

/** Sets the second factor up on the screen that asks for it, and returns its secret. */
export async function enrol(page: Page, language: Language): Promise<string> {
  const t = deskTexts(language)
  const secret = await page.getByRole('main').locator('code').innerText()
  await page.getByLabel(t('ENROL.CODE')).fill(code(secret))
  await page.getByRole('checkbox', { name: t('RECOVERY.KEPT') }).check()
  await page.getByRole('button', { name: t('RECOVERY.NEXT') }).click()
  return secret
}
