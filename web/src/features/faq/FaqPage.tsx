import { useTranslation } from 'react-i18next'
import { AccordionItem } from '@/components/Accordion'
import { SideBlock, TextPage } from '@/components/content/TextPage'
import { TextLink } from '@/components/TextLink'
import { questions } from './questions'

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
      {questions.map(({ question, answer, open }) => (
        <AccordionItem key={question} title={t(question)} initiallyOpen={open}>
          <p>{t(answer)}</p>
        </AccordionItem>
      ))}
    </TextPage>
  )
}
