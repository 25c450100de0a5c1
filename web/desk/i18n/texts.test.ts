import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import az from './az.json'
import en from './en.json'
import offersAz from './offers/az.json'
import offersEn from './offers/en.json'
import offersRu from './offers/ru.json'
import priceBookAz from './price-book/az.json'
import priceBookEn from './price-book/en.json'
import priceBookRu from './price-book/ru.json'
import quoteDesignAz from './quote-design/az.json'
import quoteDesignEn from './quote-design/en.json'
import quoteDesignRu from './quote-design/ru.json'
import ru from './ru.json'
import workshopAz from './workshop/az.json'
import workshopEn from './workshop/en.json'
import workshopRu from './workshop/ru.json'

/** Suffixes of plural forms: `_few`, and `_ordinal_few` of numbers that say a place. */
const plural = /(?:_ordinal)?_(zero|one|two|few|many|other)$/
const flatten = (groups: Record<string, Record<string, string>>) =>
  new Map<string, string>(
    Object.entries(groups).flatMap(([group, texts]) => Object.entries(texts).map(([key, text]) => [`${group}.${key}`, text] as const)),
  )

const texts = {
  az: flatten({ ...az, ...offersAz, ...priceBookAz, ...quoteDesignAz, ...workshopAz }),
  ru: flatten({ ...ru, ...offersRu, ...priceBookRu, ...quoteDesignRu, ...workshopRu }),
  en: flatten({ ...en, ...offersEn, ...priceBookEn, ...quoteDesignEn, ...workshopEn }),
}
const base = (key: string) => key.replace(plural, '')
const keys = new Set([...texts.en.keys()].map(base))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourceFiles(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

describe('texts', () => {
  it.each(['az', 'ru'] as const)('%s has the keys of en and no others', (language) => {
    expect(new Set([...texts[language].keys()].map(base))).toEqual(keys)
  })

  it.each(['az', 'ru'] as const)('%s has the placeholders of en, and no text is empty', (language) => {
    for (const [key, text] of texts[language]) {
      const english = texts.en.get(key) ?? texts.en.get(`${base(key)}_other`) ?? texts.en.get(`${base(key)}_ordinal_other`) ?? ''
      expect(text.trim(), key).not.toBe('')
      // One of something needs no number.
      if (!key.endsWith('_one')) expect(placeholders(text), key).toEqual(placeholders(english))
    }
  })

  it('have no key that the code does not name', () => {
    const source = sourceFiles('desk')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    expect([...keys].filter((key) => !source.includes(`'${key}'`))).toEqual([])
  })
})
