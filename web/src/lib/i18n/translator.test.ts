import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { languages } from '@shared/language'
import { makeTranslate, type Texts, type Values } from './translator'

const pluralSuffix = /_(zero|one|two|few|many|other)$/

function keysOf(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? `${prefix}${key}` : keysOf(value, `${prefix}${key}.`),
  )
}

it.each(languages)('translates every text of %s as i18next does', async (language) => {
  const texts = JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8')) as Texts
  const i18next = createInstance()
  await i18next.init({
    lng: language,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
  })
  const translate = makeTranslate(language, texts)
  const reference = i18next.t as unknown as (key: string, values?: Values) => string
  const named = { name: '<b>$& {{count}}</b>', from: 1, to: 2, total: 30, price: '1 200,50', email: 'a@b', number: 7 }
  const keys = new Set(keysOf(texts).flatMap((key) => [key, key.replace(pluralSuffix, '')]))
  expect(keys.size).toBeGreaterThan(400)
  for (const key of [...keys, 'NO.SUCH_KEY']) {
    for (const count of [0, 1, 2, 3, 5, 11, 21, 22, 25, 101, 1.5]) {
      expect(translate(key, { ...named, count }), `${key}, ${String(count)}`).toBe(reference(key, { ...named, count }))
    }
    expect(translate(key, named), key).toBe(reference(key, named))
  }
})

it('prefers the texts that staff changed', () => {
  const translate = makeTranslate('en', { HOME: { TITLE: 'Old', LEAD: 'Lead' } }, { 'HOME.TITLE': 'New {{name}}' })
  expect([translate('HOME.TITLE'), translate('HOME.LEAD')]).toEqual(['New {{name}}', 'Lead'])
})

it('shows the key of a group of texts', () => {
  expect(makeTranslate('en', { CART: { TITLE: 'Cart' } })('CART')).toBe('CART')
})
