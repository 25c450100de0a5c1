// Loads with the first design of a selection, or of a document in 3D: the rules, their words and the drawing.
import type { Language } from '@shared/language'
import type { DesignCode } from '@shared/rules/code'
import type { View3dProps } from '@/components/design3d/View3d'
import { openedPart } from '@/components/part'
import { BandRange, BandText } from '@/components/design/BandText'
import { NewPrices } from '@/components/design/NewPrices'
import { makeDesignTexts, DesignTextsContext, type Texts } from '@/lib/design/design-texts'
import { DesignDrawing } from './DesignDrawing'
import { readDesign } from './read-design'

const View3d = openedPart<View3dProps>(
  () => import('@/components/design3d/View3d'),
  ({ onLeave }) => onLeave(),
)

/** Reads designs in a language, and has the components that show them. */
export function makeReader(language: Language, files: Texts) {
  const texts = makeDesignTexts(language, files)
  return {
    texts,
    read: (code: DesignCode) => readDesign(texts, code),
    BandRange,
    BandText,
    DesignDrawing,
    DesignTextsContext,
    NewPrices,
    View3d,
  }
}
