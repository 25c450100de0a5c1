import type { Language } from '@shared/language'

/** A translation file: texts and groups of texts. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** Texts that staff changed, by key. */
export type ChangedTexts = Readonly<Record<string, string>>

/** Values of a text's placeholders; `count` also selects the plural form. */
export type Values = Readonly<Record<string, string | number>>

function find(texts: Texts, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>((group, part) => (typeof group === 'object' ? group[part] : undefined), texts)
  return typeof found === 'string' ? found : undefined
}

/**
 * Returns a function that translates a key such as `CART.TITLE` as i18next does with the settings of this shop: the
 * plural form of `count` is the key with the suffix of its category in CLDR, `{{name}}` is replaced with the value as it
 * is, and a missing text is its key. A changed text takes the place of that of the file.
 */
export function makeTranslate(language: Language, texts: Texts, changed: ChangedTexts = {}): (key: string, values?: Values) => string {
  const plurals = new Intl.PluralRules(language)
  return (key, values = {}) => {
    const { count } = values
    const plural = typeof count === 'number' ? find(texts, `${key}_${plurals.select(count)}`) : undefined
    const text = plural ?? changed[key] ?? find(texts, key) ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
  }
}
