import { useTranslation } from 'react-i18next'
import { formatAmount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { useLanguage } from '@/lib/i18n/setup'

/** An amount in AZN as `6 923,70 ₼`, read out as `6 923,70 manat`. A struck one is no longer the price. */
export function Sum({ amount, isStruck = false }: { amount: number; isStruck?: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const qepik = toQepik(amount)
  const sum = (
    <>
      <span aria-hidden="true">{formatWithSign(qepik, language)}</span>
      <span className="visually-hidden">{t('LINK.SUM', { sum: formatAmount(qepik, language) })}</span>
    </>
  )
  if (!isStruck) return <span className="figures">{sum}</span>
  return (
    <s className="figures">
      <span className="visually-hidden">{t('OFFER.WAS')} </span>
      {sum}
    </s>
  )
}
