import type { Texts } from '@/lib/design/design-texts'
import { loaderOf } from '@/lib/design/loader'
import { firstTextFiles, laterTextFiles } from '@/lib/design/text-files'
import type { Screens } from './opened'

/** Texts of the steps, of links and of the rules, with the components that show them. */
interface Later {
  texts: Texts
  screens: Screens
}

export const firstTexts = loaderOf(async (language) => (await firstTextFiles[language]()).default)

export const later = loaderOf(async (language): Promise<Later> => {
  const [texts, { screens }] = await Promise.all([laterTextFiles[language](), import('./opened')])
  return { texts: texts.default, screens }
})
