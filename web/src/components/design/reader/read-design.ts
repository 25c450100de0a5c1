import { decodeDesign, encodeDesign, type DesignCode } from '@shared/rules/code'
import { evaluate, type Built } from '@shared/rules/evaluate'
import type { Band, Rates } from '@shared/rules/price'
import { rulesVersion } from '@shared/rules/tables'
import { bandOf } from '@/lib/design/band'
import type { DesignTexts } from '@/lib/design/design-texts'
import { bayName, sizeText } from '@/lib/design/words'

/** A design of the selection that can be built. */
export interface ReadDesign {
  built: Built
  /** Family and size, which name the piece. */
  name: string
  /** Number of bays, and that the size is one between walls. */
  facts: readonly string[]
  /** One text for each bay. */
  bays: readonly string[]
  /** The band of one piece in qəpik; null where the rates lack one of its keys. */
  bandUnder: (rates: Rates) => Band | null
  /** The code with the number of the price book of these rates. */
  codeUnder: (rates: Rates) => DesignCode
}

/** Why a design cannot be shown: its code is broken, it follows other rules, or it cannot be built. */
export type LostReason = 'broken' | 'old' | 'impossible'

export function readDesign(texts: DesignTexts, code: DesignCode): ReadDesign | LostReason {
  const design = decodeDesign(code)
  if (design === null) return 'broken'
  if (design.rules !== rulesVersion) return 'old'
  const built = evaluate(design)
  if (built.layout === null) return 'impossible'
  const { t, language } = texts
  return {
    built,
    name: `${t(`family-${design.family}`)}, ${sizeText(design, language)}`,
    facts: [...(design.niche ? [t('niche-size')] : []), t('bay-count', { count: design.bays.length })],
    bays: design.bays.map((_, index) => bayName(texts, design, index)),
    bandUnder: (rates) => bandOf(built, rates),
    codeUnder: ({ version }) => encodeDesign({ ...design, prices: version }),
  }
}
