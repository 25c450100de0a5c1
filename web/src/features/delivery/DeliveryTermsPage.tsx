import { useTranslation } from 'react-i18next'
import { SideBlock, TextPage } from '@/components/content/TextPage'
import { TextSection } from '@/components/content/TextSection'
import styles from './DeliveryTermsPage.module.css'

const blocks = [
  { title: 'TERMS.DELIVERY', lines: ['TERMS.DELIVERY_CALL', 'TERMS.DELIVERY_TIME', 'TERMS.DELIVERY_ASSEMBLY'] },
  { title: 'TERMS.RETURNS', lines: ['TERMS.RETURNS_STOCK', 'TERMS.RETURNS_CUSTOM', 'TERMS.RETURNS_MONEY'] },
  { title: 'TERMS.NOTE', lines: ['TERMS.NOTE_TEXT'] },
] as const

const facts = [
  { figure: 'TERMS.FACT_FREE', text: 'TERMS.FACT_FREE_TEXT' },
  { figure: 'TERMS.FACT_DAYS', text: 'TERMS.FACT_DAYS_TEXT' },
  { figure: 'TERMS.FACT_WARRANTY', text: 'TERMS.FACT_WARRANTY_TEXT' },
] as const

export default function DeliveryTermsPage() {
  const { t } = useTranslation()
  return (
    <TextPage
      title={t('TERMS.TITLE')}
      crumb={t('NAV.DELIVERY')}
      side={
        <SideBlock title={t('TERMS.FACTS')}>
          <dl>
            {facts.map(({ figure, text }) => (
              <div key={figure} className={styles.fact}>
                <dt className={styles.figure}>{t(figure)}</dt>
                <dd className="second">{t(text)}</dd>
              </div>
            ))}
          </dl>
        </SideBlock>
      }
    >
      {blocks.map(({ title, lines }) => (
        <TextSection key={title} title={title} lines={lines} />
      ))}
    </TextPage>
  )
}
