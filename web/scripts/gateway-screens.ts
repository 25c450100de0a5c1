import { readFileSync } from 'node:fs'
import { categoryDescription, homeName, notFoundTitle, screens, type Texts } from '../src/app/screens'
import { questions } from '../src/features/faq/questions'
import { homePictures } from '../src/features/home/home-pictures'
import { projectCategories } from '../src/features/projects/categories'
import { isHomeText, textEntries } from '../src/lib/i18n/home-texts'
import type { Texts as Tree } from '../src/lib/i18n/translator'
import { languages } from '../shared/language'
import type { TextKey } from '../shared/text-key'

const trees = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8')) as Tree]),
)

/** The texts of a key in all languages. */
function textsOf(key: TextKey): Texts {
  const text = (language: string) => key.split('.').reduce<unknown>((tree, part) => (tree as Tree)[part], trees[language])
  return Object.fromEntries(languages.map((language) => [language, text(language)])) as unknown as Texts
}

/** Texts that staff may change, by key. */
function homeTexts(): Record<string, Texts> {
  const files = languages.map((language) => new Map(textEntries(trees[language] ?? {})))
  const keys = textEntries(trees.en ?? {}).map(([key]) => key)
  const mayChange = (key: string) => files.every((texts) => isHomeText(key, texts.get(key) ?? ''))
  return Object.fromEntries(keys.filter(mayChange).map((key) => [key, textsOf(key as TextKey)]))
}

/** Contents of `gateway/src/pages/screens.json`: the screens with their titles in all languages. */
export function gatewayScreens(): string {
  const json = {
    home: textsOf(homeName),
    notFound: textsOf(notFoundTitle),
    categoryDescription,
    projectCategories: Object.fromEntries(projectCategories.map(({ slug, name }) => [slug, textsOf(name)])),
    homeTexts: homeTexts(),
    homePictures: Object.fromEntries(Object.entries(homePictures).map(([key, { src }]) => [key, src])),
    questions: questions.map(({ question, answer }) => ({ question, answer })),
    screens: screens.map((screen) => ({
      ...screen,
      page: undefined,
      content: undefined,
      lead: undefined,
      title: screen.title && textsOf(screen.title),
    })),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}
