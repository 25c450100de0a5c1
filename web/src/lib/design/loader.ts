import type { Language } from '@shared/language'

/** A value of each language, loaded once. */
interface Loader<Value> {
  /** A failed load is tried again the next time. */
  load: (language: Language) => Promise<Value>
  /** The value if it is there. */
  loaded: (language: Language) => Value | null
}

export function loaderOf<Value>(loadNow: (language: Language) => Promise<Value>): Loader<Value> {
  const loads = new Map<Language, Promise<Value>>()
  const values = new Map<Language, Value>()
  const load = (language: Language) => {
    const known = loads.get(language)
    if (known !== undefined) return known
    const begun = loadNow(language).then((value) => {
      values.set(language, value)
      return value
    })
    loads.set(language, begun)
    begun.catch(() => loads.delete(language))
    return begun
  }
  return { load, loaded: (language) => values.get(language) ?? null }
}
