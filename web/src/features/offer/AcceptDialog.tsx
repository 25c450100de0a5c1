import { useTranslation } from 'react-i18next'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { useLanguage } from '@/lib/i18n/setup'
import { OfferConflict, type PublicOffer } from './calls'
import type { Answer } from './use-offer'

export interface AnswerDialogProps {
  offer: PublicOffer
  isBusy: boolean
  /** Of the last attempt. */
  error: Error | null
  onClose: () => void
  onSend: (answer: Answer) => void
}

/** Asks once more with the sum that is accepted. */
export default function AcceptDialog({ offer, isBusy, error, onClose, onSend }: AnswerDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const sum = formatWithSign(toQepik(offer.total), language)
  const deposit = formatWithSign(toQepik(offer.deposit), language)
  return (
    <ConfirmDialog
      title={t('OFFER.ACCEPT_TITLE', { sum })}
      sentence={
        offer.depositPercent > 0
          ? t('OFFER.ACCEPT_TEXT_DEPOSIT', { number: offer.number, deposit })
          : t('OFFER.ACCEPT_TEXT', { number: offer.number })
      }
      confirmLabel={t('OFFER.ACCEPT_CONFIRM')}
      keepLabel={t('OFFER.NOT_YET')}
      busyLabel={isBusy ? t('COMMON.SENDING') : undefined}
      failure={error === null || error instanceof OfferConflict ? undefined : t('OFFER.ANSWER_FAILED')}
      onConfirm={() => onSend({ kind: 'accept' })}
      onKeep={onClose}
    />
  )
}
