import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { decodeDesign } from '@shared/rules/code'
import { rulesVersion } from '@shared/rules/tables'
import { useLanguage } from '@/lib/i18n/setup'
import { useFragment } from '@/lib/view/use-fragment'
import { isStep } from './address'
import { Designer } from './Designer'
import { DesignTextsContext, designTexts, useDesignTexts } from './design-texts'
import styles from './DesignScreen.module.css'
import { SharedDesign } from './SharedDesign'
import { StartScreen } from './StartScreen'
import { isOwn } from './store'

/** The start of the designer, one's own design at a step, or the design of a link. */
export default function DesignScreen() {
  const texts = use(designTexts(useLanguage()))
  return (
    <DesignTextsContext value={texts}>
      <Content />
    </DesignTextsContext>
  )
}

function Content() {
  const fragment = useFragment()
  const step = new URLSearchParams(useSearch()).get('step')
  if (fragment === '') return <StartScreen />
  const design = decodeDesign(fragment)
  if (design === null) return <LostDesign reason="broken" />
  if (design.rules !== rulesVersion) return <LostDesign reason="old" />
  if (isOwn(fragment)) return <Designer code={fragment} step={isStep(step) ? step : 'size'} />
  return <SharedDesign key={fragment} design={design} />
}

function LostDesign({ reason }: { reason: 'broken' | 'old' }) {
  const { t } = useDesignTexts()
  const { t: ofShop } = useTranslation()
  return (
    <div className={`container ${styles.lost ?? ''}`}>
      <h1 className="visually-hidden">{ofShop('DESIGN.TITLE')}</h1>
      <EmptyState title={t(`${reason}-title`)} text={t(`${reason}-text`)}>
        <ButtonLink href="/design">{ofShop('DESIGN.WAY_IN')}</ButtonLink>
      </EmptyState>
    </div>
  )
}
