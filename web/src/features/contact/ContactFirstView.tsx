import { useTranslation } from 'react-i18next'
import { ScreenFrame } from '@/components/ScreenFrame'
import styles from './ContactPage.module.css'

/** First view of the contact page: its title; without scripts also the stores, one line for each of their values. */
export function ContactFirstView({ stores }: { stores: string }) {
  const { t } = useTranslation()
  return (
    <>
      <ScreenFrame title={t('CONTACT.TITLE')} crumb={t('NAV.CONTACT')} />
      <noscript>
        <div className="container">
          <p className={styles.lines}>{stores}</p>
        </div>
      </noscript>
    </>
  )
}
