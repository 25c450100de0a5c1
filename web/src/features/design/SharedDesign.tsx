import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { Button } from '@shared/components/Button'
import { Status } from '@shared/components/Status'
import type { Design } from '@shared/rules/design'
import { evaluate } from '@shared/rules/evaluate'
import { usePageTitle } from '@/lib/page-title'
import { stepPath, type Step } from '@/lib/design/address'
import { BandText } from '@/components/design/BandText'
import { useDesignTexts } from '@/lib/design/design-texts'
import { useRates } from '@/lib/design/rates'
import { reasonText, sizeText } from '@/lib/design/words'
import { Facts } from './Facts'
import { Notes } from './panels/Problems'
import panels from './panels/panels.module.css'
import { SelectDesign } from './SelectDesign'
import styles from './SharedDesign.module.css'
import { Stage } from './Stage'
import { openDesign } from './store'

/** The design of a link, read only: one's own designs stay as they are. */
export function SharedDesign({ design }: { design: Design }) {
  const texts = useDesignTexts()
  const { t, language } = texts
  const { t: ofShop } = useTranslation()
  const [, navigate] = useLocation()
  const query = useRates()
  const evaluation = useMemo(() => evaluate(design), [design])
  usePageTitle(t('shared'))
  const openCopy = (step: Step) => navigate(stepPath(step, openDesign(design)))
  const reason = evaluation.checks.find(({ level }) => level === 'error')
  return (
    <div className="container">
      <Breadcrumb
        crumbs={[{ label: ofShop('NAV.HOME'), href: '/' }, { label: ofShop('DESIGN.TITLE'), href: '/design' }, { label: t('shared') }]}
      />
      <div className={styles.columns}>
        <div className={styles.stage}>{evaluation.layout !== null && <Stage built={evaluation} step="shared" bay={0} />}</div>
        <div className={styles.side}>
          <p>
            <Status tone="grey">{t('shared')}</Status>
          </p>
          <h1 className={styles.title}>{t(`family-${design.family}`)}</h1>
          <p className="second figures">
            {t(design.niche ? 'niche-size' : 'size')} {sizeText(design, language)}
          </p>
          <p className={panels.price}>
            <BandText evaluation={evaluation} query={query} />
          </p>
          <p className="small second">{t('includes-today')}</p>
          {reason !== undefined && <p className={styles.reason}>{reasonText(texts, reason)}</p>}
          {evaluation.layout !== null && <Facts built={evaluation} />}
          <Notes checks={evaluation.checks} />
          <Button variant="primary" wide onClick={() => openCopy('summary')}>
            {t('ask-quote')}
          </Button>
          {evaluation.layout !== null && <SelectDesign design={design} wide />}
          <Button wide onClick={() => openCopy('size')}>
            {t('copy')}
          </Button>
          <p className="small second">{t('copy-note')}</p>
        </div>
      </div>
    </div>
  )
}
