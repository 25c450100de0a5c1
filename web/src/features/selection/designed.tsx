// Loads with the first design of a selection: the rules, their words and the drawing.
import type { Language } from '@shared/language'
import type { DesignCode } from '@shared/rules/code'
import { BandRange, BandText } from '@/components/design/BandText'
import { NewPrices } from '@/components/design/NewPrices'
import { makeDesignTexts, type Texts } from '@/lib/design/design-texts'
import { DesignDrawing } from './DesignDrawing'
import { readDesign } from './read-design'

/** Reads designs in a language, and has the components that show them. */
export function makeReader(language: Language, files: Texts) {
  const texts = makeDesignTexts(language, files)
  return { texts, read: (code: DesignCode) => readDesign(texts, code), BandRange, BandText, DesignDrawing, NewPrices }
}
