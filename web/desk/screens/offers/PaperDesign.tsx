import type { TFunction } from 'i18next'
import { designDrawing } from '@shared/drawing/design-drawing'
import type { Language } from '@shared/language'
import { formatCentimetres, unitName } from '@shared/measures'
import { decodeDesign } from '@shared/rules/code'
import { bayContents, bayWidth, type BayWord } from '@shared/rules/contents'
import type { TextKey } from '@shared/text-key'
import styles from './Design.module.css'

const wordTexts = {
  'drawer-count': 'DESIGN_PAPER.DRAWERS',
  'shelf-count': 'DESIGN_PAPER.SHELVES',
  'one-rail': 'DESIGN_PAPER.RAIL',
  'two-rails': 'DESIGN_PAPER.TWO_RAILS',
  empty: 'DESIGN_PAPER.EMPTY',
  'door-open': 'DESIGN_PAPER.DOOR_OPEN',
  'door-plain': 'DESIGN_PAPER.DOOR_PLAIN',
  'door-lattice': 'DESIGN_PAPER.DOOR_LATTICE',
  'door-mirror': 'DESIGN_PAPER.DOOR_MIRROR',
  'doors-plain': 'DESIGN_PAPER.DOORS_PLAIN',
  'doors-lattice': 'DESIGN_PAPER.DOORS_LATTICE',
  'doors-mirror': 'DESIGN_PAPER.DOORS_MIRROR',
} as const satisfies Record<BayWord['key'], TextKey>

/** A sentence for each bay of a design; none of a code that cannot be read. */
function bayLines(t: TFunction, code: string, language: Language): string[] {
  const design = decodeDesign(code)
  if (design === null) return []
  return design.bays.map((bay, index) => {
    const size = `${formatCentimetres(bayWidth(design, index), language)}\u00a0${unitName(language)}`
    const words = bayContents(design, bay).map(({ key, count }) => t(wordTexts[key], { count }))
    return t('DESIGN_PAPER.BAY', { n: index + 1, size, words: words.join(', ') })
  })
}

interface PaperDesignProps {
  code: string
  name: string
  /** Language of the offer, and its texts. */
  language: Language
  t: TFunction
}

/** Both drawings of a designed piece, and its bays in words, as the customer sees them. */
export default function PaperDesign({ code, name, language, t }: PaperDesignProps) {
  const views = { front: t('DESIGN_PAPER.FRONT'), inside: t('DESIGN_PAPER.INSIDE') }
  return (
    <>
      <div className={styles.pair}>
        {(['front', 'inside'] as const).map((view) => (
          <img
            key={view}
            src={designDrawing(code, view, language)}
            alt={`${name}: ${views[view]}`}
            width={172}
            height={200}
            loading="lazy"
          />
        ))}
      </div>
      <ul className={`${styles.bays ?? ''} small dim`}>
        {bayLines(t, code, language).map((line, index) => (
          // Bays have no names of their own.
          <li key={index}>{line}</li>
        ))}
      </ul>
    </>
  )
}
