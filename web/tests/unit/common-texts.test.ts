import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Tree {
  [key: string]: string | number | boolean | null | Tree
}

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[prefix + key, value] as [string, string]]
    return typeof value === 'object' && value !== null ? flatten(value, `${prefix}${key}.`) : []
  })
}

const read = (folder: string, language: string) => new Map(flatten(JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')) as Tree))

const shop = (language: string) => read('public/assets/i18n', language)
const desk = (language: string) => new Map([...read('desk/i18n', language), ...read('desk/i18n/price-book', language)])
const mails = (language: string) => read('../services/notification/src/texts', language)

/** Keys of the desk whose English word has another meaning in the shop. */
const homonyms = new Set([
  'ORDERS.OPEN', // not done
  'OFFERS.ORDER', // sequence
  'OFFERS.SUBTOTAL', // of a line
  'ORDER.PAID', // money
  'PAYMENTS.IN', // money
  'PAPERS.RECEIVED', // pieces
  'REASONS.DUPLICATE', // a noun
  'IMPORT.RESULT_CHANGED', // rows
  'MAILS.ABOUT', // what a mail is about
])

const orderStatuses = ['PENDING', 'PROCESSING', 'SHIPPED', 'READY', 'DELIVERED', 'COMPLETED', 'CANCELLED']
const paymentStatuses = ['PENDING', 'PROCESSING', 'PAID', 'UNPAID', 'REFUNDED']

it.each(['az', 'ru', 'en'])('names each status with one word in shop, desk and mails, in %s', (language) => {
  const [inShop, inDesk, inMails] = [shop(language), desk(language), mails(language)]
  for (const status of orderStatuses) {
    const word = inShop.get(`ORDER.STATUS.${status}`)
    expect(inDesk.get(`ORDER_STATUS.${status}`)).toBe(word)
    const mailed = status === 'READY' ? 'order_moved.ready' : `order.statuses.${status.toLowerCase()}`
    expect(inMails.get(mailed)).toBe(word?.toLocaleLowerCase(language))
  }
  for (const status of paymentStatuses) {
    const word = inShop.get(`ORDER.PAYMENT.${status}`)
    expect(inDesk.get(`PAYMENT.${status}`)).toBe(word)
    expect(inMails.get(`order.payments.${status.toLowerCase()}`)).toBe(word?.toLocaleLowerCase(language))
  }
})

it('has the words of the glossary in the desk', () => {
  const rows = [...readFileSync('../docs/glossary.md', 'utf8').matchAll(/^\| `([\w.]+)` \| (.+) \| (.+) \| (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(30)
  for (const [, key = '', ...words] of rows)
    expect(
      ['az', 'ru', 'en'].map((language) => desk(language).get(key)),
      key,
    ).toEqual(words)
  const named = rows.map(([, key]) => key)
  for (const status of orderStatuses) expect(named).toContain(`ORDER_STATUS.${status}`)
  for (const status of paymentStatuses) expect(named).toContain(`PAYMENT.${status}`)
})

it('has one Azerbaijani text for an English one in shop and desk', () => {
  const azerbaijani = { shop: shop('az'), desk: desk('az') }
  const texts = new Map<string, Set<string>>()
  for (const [key, english] of shop('en')) {
    const text = azerbaijani.shop.get(key)
    if (text !== undefined) texts.set(english, (texts.get(english) ?? new Set()).add(text))
  }
  const others = [...desk('en')].filter(([key, english]) => {
    const text = azerbaijani.desk.get(key)
    const known = texts.get(english)
    return text !== undefined && known !== undefined && !homonyms.has(key) && !known.has(text)
  })
  expect(others).toEqual([])
})

/** Texts of the shop, its mails and answers and the seed that people read, with where each stands. */
function shownTexts(language: string): [string, string][] {
  const seed = ['products/furniture', 'products/kitchen', 'products/wardrobe', 'content/projects', 'content/campaigns', 'content/promos']
  return [
    ...shop(language),
    ...read('src/lib/design/texts', language),
    ...read('src/lib/design/texts/later', language),
    ...mails(language),
    ...read('../gateway/src/messages', language),
    ...seed.flatMap((file) =>
      flatten(JSON.parse(readFileSync(`../deploy/seed/${file}.json`, 'utf8')) as Tree)
        .filter(([key]) => key.endsWith(`.${language}`))
        .map(([key, text]) => [`${file} ${key}`, text] as [string, string]),
    ),
  ]
}

/** Forms that are wrong or have a word of their own here, and came back before. */
const forbidden = {
  az: /bir iş günündə|razılaşırıq|seçilmişlər|petlə|bölüşül|bizim sözümüz|yarımkəsim|(?<!\{)\blink(i|in|də|lə)?\b/iu,
  ru: /снимок|снимк|аккаунт|e-mail|эл\. ?почт|электронн\p{L}+ почт|избранн\p{L}+ товар|кампани/iu,
  en: /\bcolour|\bfavourite|\b(centi|milli)?metres?\b|need do nothing|start anew/iu,
}

it.each(Object.entries(forbidden))('has one word for each thing, in %s', (language, wrong) => {
  const texts = shownTexts(language)
  expect(texts.length).toBeGreaterThan(900)
  expect(texts.filter(([, text]) => wrong.test(text.replaceAll(/\{\{?\w+\}?\}/g, '')))).toEqual([])
})
