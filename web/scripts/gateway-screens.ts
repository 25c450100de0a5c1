import { readFileSync } from 'node:fs'
import { categoryDescription, homeName, notFoundTitle, screens, type Texts } from '../src/app/screens'
import { projectCategories } from '../src/features/projects/categories'
import { languages } from '../shared/language'
import type { TextKey } from '../shared/text-key'

type Tree = Readonly<Record<string, unknown>>

const trees = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8')) as Tree]),
)

/** The texts of a key in all languages. */
function textsOf(key: TextKey): Texts {
  const text = (language: string) => key.split('.').reduce<unknown>((tree, part) => (tree as Tree)[part], trees[language])
  return Object.fromEntries(languages.map((language) => [language, text(language)])) as unknown as Texts
}

/** Contents of `gateway/src/pages/screens.json`: the screens with their titles in all languages. */
export function gatewayScreens(): string {
  const json = {
    home: textsOf(homeName),
    notFound: textsOf(notFoundTitle),
    categoryDescription,
    projectCategories: Object.fromEntries(projectCategories.map(({ slug, name }) => [slug, textsOf(name)])),
    screens: screens.map((screen) => ({ ...screen, page: undefined, lead: undefined, title: screen.title && textsOf(screen.title) })),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}
