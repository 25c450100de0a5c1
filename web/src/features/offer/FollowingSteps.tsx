import { useTranslation } from 'react-i18next'
import document from '@/components/document/Document.module.css'
import '@/components/orders/steps.css'
import { classes } from '@shared/components/classes'
import type { PublicOffer } from './calls'
import styles from './FollowingSteps.module.css'

/** The five steps after the acceptance. */
export function FollowingSteps({ offer }: { offer: PublicOffer }) {
  const { t } = useTranslation()
  const hasDeposit = offer.depositPercent > 0
  const steps = [
    { name: t('OFFER.STEP_CALL'), text: t('OFFER.STEP_CALL_TEXT') },
    { name: t('OFFER.STEP_MEASURE'), text: t('OFFER.STEP_MEASURE_TEXT') },
    hasDeposit
      ? { name: t('OFFER.STEP_DEPOSIT'), text: t('OFFER.STEP_DEPOSIT_TEXT') }
      : { name: t('OFFER.STEP_PAYMENT'), text: t('OFFER.STEP_PAYMENT_TEXT') },
    { name: t('OFFER.STEP_MAKE'), text: offer.makeDays === null ? '' : t('OFFER.DAYS', { count: offer.makeDays }) },
    { name: t('OFFER.STEP_DELIVERY'), text: t('OFFER.STEP_DELIVERY_TEXT') },
  ]
  return (
    <section className={classes(document.section, styles.section)}>
      <h2 className={document.sectionTitle}>{t(offer.state === 'accepted' ? 'OFFER.FOLLOWS_ACCEPTED' : 'OFFER.FOLLOWS')}</h2>
      <ol className="steps">
        {steps.map(({ name, text }) => (
          <li key={name} className="step">
            <span className={styles.name}>{name}</span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  )
}
