import { MoveHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { fitOf, isMadeTo } from '@/lib/niche/fit'
import { fitText } from '@/lib/niche/fit-text'
import type { Niche } from '@/lib/niche/niche'
import { isSized } from '@/lib/quote/sizes'
import { useNiche } from '@/stores/niche'
import { openQuote } from '@/stores/quote'
import { NicheChip } from './NicheChip'
import { NicheDrawing } from './NicheDrawing'
import styles from './NicheNote.module.css'

interface NicheNoteProps {
  product: Product
  quantity: number
  color: string | null
}

/** In a line of a product: whether it fits the visitor's niche, drawn and said, or the question for it; and the way to one that fills the niche. */
export function NicheNote({ product, quantity, color }: NicheNoteProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const niche = useNiche((state) => state.niche)
  // A product of a list has no sizes yet.
  const fit = niche === null || !isSized(product) ? null : fitOf(product, niche)
  const ask = ({ widthMm, heightMm }: Niche) =>
    openQuote({ product, quantity, color, measuring: 'own', measuresOf: 'niche', widthMm, heightMm: heightMm ?? undefined })
  return (
    <>
      {niche !== null && fit !== null ? (
        <NicheDrawing product={product} niche={niche} fit={fit} className={styles.drawing} />
      ) : (
        <MoveHorizontal size={24} strokeWidth={1.5} aria-hidden="true" />
      )}
      <div className={styles.words}>
        <NicheChip open={t('NICHE.QUESTION')} />
        {fit !== null && (
          <p role="status" className={styles.says} data-kind={fit.kind}>
            {fitText(t, language, fit)}
          </p>
        )}
        {niche !== null && isMadeTo(product, niche) && (
          <button type="button" className="text-button" aria-haspopup="dialog" onClick={() => ask(niche)}>
            {t('NICHE.ASK')}
          </button>
        )}
      </div>
    </>
  )
}
