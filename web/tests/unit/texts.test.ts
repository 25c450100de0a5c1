import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTranslate } from '@/lib/i18n/translator'

interface Tree {
  [key: string]: string | Tree
}

const plural = /_(zero|one|two|few|many|other)$/

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'string') texts.set(path, value)
    else for (const [inner, text] of flatten(value, path)) texts.set(inner, text)
  }
  return texts
}

function read(language: string): Tree {
  return JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8')) as Tree
}

function load(language: string): Map<string, string> {
  return flatten(read(language))
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourceFiles(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const texts = { az: load('az'), ru: load('ru'), en: load('en') }
const keys = new Set([...texts.en.keys()].map((key) => key.replace(plural, '')))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe('texts', () => {
  it.each(['az', 'ru'] as const)('%s has the keys of en and no others', (language) => {
    const own = new Set([...texts[language].keys()].map((key) => key.replace(plural, '')))
    expect([...own].filter((key) => !keys.has(key))).toEqual([])
    expect([...keys].filter((key) => !own.has(key))).toEqual([])
  })

  it.each(['az', 'ru'] as const)('%s has the placeholders of en, and no text is empty', (language) => {
    for (const [key, text] of texts[language]) {
      const english = texts.en.get(key) ?? texts.en.get(key.replace(plural, ''))
      expect(text.trim(), key).not.toBe('')
      expect(placeholders(text), key).toEqual(placeholders(english ?? ''))
    }
  })

  it('have exactly the keys used by the code', () => {
    const source = sourceFiles('src')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const named = new Set([...source.matchAll(/['"`]([A-Z][A-Z_]+(?:\.[A-Z][A-Z_]*)+|LOADING)['"`]/g)].map(([, key]) => key))
    expect([...named].filter((key) => key !== undefined && !keys.has(key))).toEqual([])
    expect([...keys].filter((key) => !named.has(key))).toEqual([])
  })
})

/** Words that depend on the number before them, and a number of each form. In Azerbaijani, no word does. */
const counted = [
  ['en', /\{\{count\}\} (?!in stock)\p{L}/u, [1, 2]],
  ['ru', /\{\{count\}\} (?!шт\.)\p{L}/u, [1, 2, 5]],
] as const

describe('words after a number', () => {
  it.each(counted)('have a form for each kind of number in %s', (language, pattern, numbers) => {
    const translate = makeTranslate(language, read(language))
    const keys = new Set([...texts[language]].filter(([, text]) => pattern.test(text)).map(([key]) => key.replace(plural, '')))
    expect(keys.size).toBeGreaterThan(4)
    for (const key of keys) {
      const forms = numbers.map((count) => translate(key, { count }).replace(String(count), ''))
      expect(new Set(forms).size, key).toBe(numbers.length)
    }
  })

  it('are singular in az', () => {
    expect([...texts.az].filter(([, text]) => /\{\{count\}\} \p{L}+l[aə]r/u.test(text))).toEqual([])
  })
})

describe('texts fixed by the specification', () => {
  it.each([
    ['SHOP.LOADING', 'Loading products...'],
    ['SHOP.ERROR', "Sorry, we couldn't load the products. Please try again later."],
    ['SHOP.SHOWING', 'Showing {{from}}-{{to}} of {{total}} results'],
    ['PRODUCT.LOADING', 'Loading product details...'],
    ['PRODUCT.ERROR', "Sorry, we couldn't load the product details. Please try again later."],
    ['PRODUCT.REVIEWS', '({{count}} customer reviews)'],
    ['PRODUCT.IN_STOCK', 'In Stock: {{count}} items available'],
    ['PRODUCT.COLORS', 'Colors'],
    ['NOT_FOUND.TITLE', 'Oops! The Page Not Found.'],
    ['NOT_FOUND.HOME', 'Back To Home'],
    ['HOME.SHOP_NOW', 'Shop now'],
    ['HOME.LEARN_MORE', 'Learn more'],
    ['HOME.VIEW_ALL', 'View all products'],
    ['PROJECTS.LIST_ERROR', 'Failed to load projects. Please try again later.'],
    ['PROJECTS.ERROR', 'Failed to load project. Please try again later.'],
    ['PROJECTS.NOT_FOUND', 'Project ID or category not found'],
    ['CONTACT.FORM.ERROR', 'An error occurred while processing your request.'],
    ['ABOUT.SOLD', 'products sold'],
    ['ABOUT.YEARS', 'years service'],
    ['ABOUT.OUTLETS', 'outlets worldwide'],
    ['ABOUT.CUSTOMERS', 'satisfied customers'],
    ['ABOUT.EXPLORE', 'Explore'],
    ['HOME.CATALOGUE.FAILED', 'Failed to download catalogues. Please try again.'],
    ['QUOTE.SENT', 'Product inquiry submitted successfully! We will contact you soon.'],
    ['QUOTE.FAILED', 'Failed to submit product inquiry. Please try again.'],
    ['ACCOUNT.DASHBOARD.LOAD_ERROR', 'Failed to load dashboard stats'],
    ['ACCOUNT.ORDERS.LOAD_ERROR', 'Failed to load orders'],
    ['ACCOUNT.WISHLIST.LOAD_ERROR', 'Failed to load wishlist'],
    ['ACCOUNT.DETAILS.LOAD_ERROR', 'Failed to load account details'],
    ['ACCOUNT.ADDRESSES.LOAD_ERROR', 'Failed to load addresses'],
    ['CHECKOUT.ADDRESSES_ERROR', 'Failed to load addresses. Please try again.'],
    ['ACCOUNT.DETAILS.UPDATE_ERROR', 'Failed to update account details'],
    ['ACCOUNT.ADDRESSES.UPDATE_ERROR', 'Failed to update address'],
    ['ACCOUNT.ADDRESSES.CREATE_ERROR', 'Failed to create address'],
    ['ACCOUNT.ADDRESSES.DELETE_ERROR', 'Failed to delete address'],
    ['ACCOUNT.ADDRESSES.DELETE_CONFIRM', 'Are you sure you want to delete this address?'],
    ['ACCOUNT.WISHLIST.CLEAR_CONFIRM', 'Are you sure you want to clear your wishlist?'],
  ])('%s', (key, text) => {
    expect(texts.en.get(key)).toBe(text)
  })
})
