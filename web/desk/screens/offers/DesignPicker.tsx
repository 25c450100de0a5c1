import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { designDrawing } from '@shared/drawing/design-drawing'
import { formatAmount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { Quote } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { freeLine, type LineDraft } from '@desk/components/lines/line'
import { Thumbnail } from '@desk/components/Thumbnail'
import { useLanguage } from '@desk/i18n/language'
import type { Language } from '@shared/language'
import { designedPieces, type DesignedPiece } from './designed-pieces'
import styles from './Offer.module.css'

interface DesignPickerProps {
  quote: Quote
  /** Language of the offer. */
  contentLanguage: Language
  onPick: (line: LineDraft) => void
  onClose: () => void
}

/** Adds a designed piece of the quote as a line. */
export function DesignPicker({ quote, contentLanguage, onPick, onClose }: DesignPickerProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Dialog title={t('DESIGNED.FROM_QUOTE')} onClose={onClose} actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}>
      <ul className={styles.others}>
        {designedPieces(quote).map((piece) => (
          <li key={piece.itemId}>
            <button
              type="button"
              className={styles.other}
              onClick={() => {
                onPick(lineOf(piece, contentLanguage, language))
                onClose()
              }}
            >
              <Thumbnail image={designDrawing(piece.code, 'front', language)} />
              <span>{piece.sentences[language]}</span>
              <span className="push nowrap">{formatWithSign(toQepik(piece.total), language)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** A new line of a piece; the service writes its name and its detail. */
const lineOf = ({ itemId, code, quantity, total, sentences }: DesignedPiece, contentLanguage: Language, language: Language): LineDraft => ({
  ...freeLine(),
  design: { code, itemId },
  name: sentences[contentLanguage],
  quantity: String(quantity),
  listPrice: formatAmount(toQepik(total), language),
  isMadeToOrder: true,
  isPriceToCheck: false,
})
