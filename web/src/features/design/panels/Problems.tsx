import { CircleAlert, Info } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { Button } from '@shared/components/Button'
import type { Check } from '@shared/rules/check'
import { encodeDesign } from '@shared/rules/code'
import { applyFix } from '@shared/rules/fixes'
import { stepPath } from '@/lib/design/address'
import { useDesignTexts } from '@/lib/design/design-texts'
import { fixText, reasonText } from '@/lib/design/words'
import { change } from '../store'
import type { PanelProps } from './panel'
import styles from './Problems.module.css'

/** Reasons that are shown at once; the others follow once these are solved. */
const mostShown = 3

const keyOf = ({ key, at }: Check) => `${key} ${at ?? ''}`

/** Why the design cannot be built, with the nearest ways out. */
export function Problems({ evaluation: { checks, design }, onFixed, hasWish }: PanelProps) {
  const texts = useDesignTexts()
  const { t } = texts
  const id = useId()
  const errors = checks.filter(({ level }) => level === 'error').slice(0, mostShown)
  return (
    <div role="alert" className={styles.problems}>
      {errors.map((check, index) => (
        <div key={keyOf(check)} className={styles.problem}>
          <CircleAlert size={20} strokeWidth={1.5} aria-hidden="true" />
          {/* The ways out of several problems may have the same name. */}
          <div role="group" aria-labelledby={`${id}${index}`}>
            <p id={`${id}${index}`} className={styles.reason}>
              {reasonText(texts, check)}
            </p>
            <div className={styles.fixes}>
              {check.fixes.map((fix) => (
                <Button
                  key={JSON.stringify(fix)}
                  size="small"
                  className={styles.fix}
                  onClick={() => {
                    change((now) => applyFix(now, fix))
                    onFixed()
                  }}
                >
                  {fixText(texts, fix)}
                </Button>
              ))}
            </div>
          </div>
        </div>
      ))}
      {errors.length > 0 && hasWish && (
        <p className="small second">
          {t('last-drawing')} {t('ask')}{' '}
          <Link href={stepPath('summary', encodeDesign(design))} className={styles.link}>
            {t('ask-link')}
          </Link>
          .
        </p>
      )}
    </div>
  )
}

/** Notes about a design that can be built; of one bay, or all. */
export function Notes({ checks, bay }: { checks: readonly Check[]; bay?: number }) {
  const texts = useDesignTexts()
  const notes = checks.filter(({ level, at }) => level === 'note' && (bay === undefined || at === bay))
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((check) => (
        <li key={keyOf(check)}>
          <Info size={20} strokeWidth={1.5} aria-hidden="true" />
          {reasonText(texts, check)}
        </li>
      ))}
    </ul>
  )
}
