import { useTranslation } from 'react-i18next'
import { TextLink } from '@/components/TextLink'
import { SideBlock, TextPage } from '@/components/content/TextPage'
import { TextSection } from '@/components/content/TextSection'

const sections = [
  { title: 'PRIVACY.WHAT', lines: ['PRIVACY.WHAT_REQUEST', 'PRIVACY.WHAT_ORDER', 'PRIVACY.WHAT_ACCOUNT', 'PRIVACY.WHAT_VISIT'] },
  { title: 'PRIVACY.WHY', lines: ['PRIVACY.WHY_TEXT'] },
  { title: 'PRIVACY.LONG', lines: ['PRIVACY.LONG_REQUEST', 'PRIVACY.LONG_ORDER', 'PRIVACY.LONG_ACCOUNT'] },
  { title: 'PRIVACY.RIGHTS', lines: ['PRIVACY.RIGHTS_ACCOUNT', 'PRIVACY.RIGHTS_OTHER'] },
  { title: 'PRIVACY.COOKIES', lines: ['PRIVACY.COOKIES_TEXT'] },
] as const

/** Which personal data the shop keeps, what for and for how long; `docs/personal-data.md` lists the tables. */
export default function PrivacyPage() {
  const { t } = useTranslation()
  return (
    <TextPage
      title={t('PRIVACY.LEAD')}
      crumb={t('NAV.PRIVACY')}
      side={
        <SideBlock title={t('PRIVACY.ASK')}>
          <p className="second">{t('PRIVACY.ASK_TEXT')}</p>
          <TextLink href="/contact-us" arrow>
            {t('FAQ.WRITE')}
          </TextLink>
        </SideBlock>
      }
    >
      {sections.map((section) => (
        <TextSection key={section.title} {...section} />
      ))}
    </TextPage>
  )
}
