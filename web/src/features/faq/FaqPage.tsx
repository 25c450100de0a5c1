import { useTranslation } from 'react-i18next'
import { AccordionItem } from '@/components/Accordion'
import { SideBlock, TextPage } from '@/components/content/TextPage'
import { TextLink } from '@/components/TextLink'

const items = [
  { question: 'FAQ.WHERE', answer: 'FAQ.WHERE_ANSWER', open: false },
  { question: 'FAQ.WARRANTY', answer: 'FAQ.WARRANTY_ANSWER', open: false },
  { question: 'FAQ.INSTALLATION', answer: 'FAQ.INSTALLATION_ANSWER', open: false },
  { question: 'FAQ.CARE', answer: 'FAQ.CARE_ANSWER', open: false },
  { question: 'FAQ.CUSTOM', answer: 'FAQ.CUSTOM_ANSWER', open: true },
] as const

export default function FaqPage() {
  const { t } = useTranslation()
  return (
    <TextPage
      title={t('FAQ.TITLE')}
      crumb={t('NAV.FAQ')}
      side={
        <SideBlock title={t('FAQ.OTHER')}>
          <p className="second">{t('FAQ.OTHER_TEXT')}</p>
          <TextLink href="/contact-us" arrow>
            {t('FAQ.WRITE')}
          </TextLink>
        </SideBlock>
      }
    >
      {items.map(({ question, answer, open }) => (
        <AccordionItem key={question} title={t(question)} initiallyOpen={open}>
          <p>{t(answer)}</p>
        </AccordionItem>
      ))}
    </TextPage>
  )
}
