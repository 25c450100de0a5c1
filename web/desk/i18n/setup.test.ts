import { expect, it } from 'vitest'
import { i18n, loadPart, loadTexts } from './setup'

const hasPart = (language: string) => i18n.getResource(language, 'translation', 'DESIGNED.TOTAL') !== undefined

it('has the texts of a part in a language as soon as it has the language', async () => {
  await loadTexts('en')
  await loadPart('offers')
  const loading = loadTexts('ru')
  while (!i18n.hasResourceBundle('ru', 'translation')) await new Promise((resolve) => setTimeout(resolve))
  expect(hasPart('ru')).toBe(true)
  await loading
})

it('adds the texts of a part to the languages that are loaded', async () => {
  await loadTexts('az')
  await loadPart('workshop')
  expect(i18n.getResource('az', 'translation', 'WORKSHOP.LABELS')).toBe('Etiketlər')
})
