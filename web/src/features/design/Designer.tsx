import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ButtonLink } from '@shared/components/Button'
import { evaluate, type Built } from '@shared/rules/evaluate'
import { useDebounced } from '@shared/use-debounced'
import { usePageTitle } from '@/lib/page-title'
import { stepPath, steps, type QuotedPiece, type Step } from '@/lib/design/address'
import { BandText } from '@/components/design/BandText'
import { useDesignTexts } from '@/lib/design/design-texts'
import { useRates, type BandQuery } from '@/lib/design/rates'
import { designSentence } from '@/lib/design/words'
import styles from './Designer.module.css'
import { QuotedPanel, QuotedPrice } from './Quoted'
import { FrontsPanel } from './panels/FrontsPanel'
import { InsidePanel } from './panels/InsidePanel'
import { SizePanel } from './panels/SizePanel'
import { SummaryPanel } from './panels/SummaryPanel'
import { Stage } from './Stage'
import { dispatch, keepDesign, openCode, useDesigner } from './store'
import { useIsOnline } from './use-is-online'

/** Least time between two changes of the address, and rest before a change is said, in milliseconds. */
const keepAfterMs = 300
const sayAfterMs = 800

const next: Partial<Record<Step, Step>> = { size: 'inside', inside: 'fronts', fronts: 'summary' }

/** Writes the open design into the address and the browser's store. */
function keep(): void {
  const code = keepDesign()
  if (code !== null && window.location.hash !== `#${code}`) window.history.replaceState(window.history.state, '', `#${code}`)
}

function useKept(design: unknown): void {
  useEffect(() => {
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [design])
  // Changes that were not written yet when the screen closes.
  useEffect(() => () => void keepDesign(), [])
}

/** Undoes with Ctrl Z outside of fields, which undo their own text. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      const isText = event.target instanceof HTMLElement && event.target.matches('input:not([type="radio"]), textarea')
      if (!isUndo || isText) return
      event.preventDefault()
      dispatch({ type: 'undo' })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

interface DesignerProps {
  /** Code of the address. */
  code: string
  step: Step
  /** The piece of a quote that the design is for; null for one's own design. */
  piece: QuotedPiece | null
}

/** One's own design, or that of a piece in a quote, at one of the four steps. */
export function Designer({ code, step, piece }: DesignerProps) {
  const isQuoted = piece !== null
  useLayoutEffect(() => openCode(code, isQuoted), [code, isQuoted])
  const isOpen = useDesigner(({ open }) => open !== null)
  return isOpen ? <OpenDesigner step={step} piece={piece} /> : null
}

function OpenDesigner({ step, piece }: Omit<DesignerProps, 'code'>) {
  const texts = useDesignTexts()
  const { t } = texts
  const { t: ofShop } = useTranslation()
  const open = useDesigner((state) => state.open)
  const query = useRates()
  const isOnline = useIsOnline()
  const panel = useRef<HTMLDivElement>(null)
  const design = open?.design
  const shown = open?.shown
  const evaluation = useMemo(() => (design === undefined ? null : evaluate(design)), [design])
  const drawn = useMemo((): Built | null => {
    const all = shown == null ? null : evaluate(shown)
    return all?.layout == null ? null : all
  }, [shown])
  useKept(design)
  useUndoKey()
  usePageTitle(ofShop('DESIGN.TITLE'))
  const sentence = design === undefined ? '' : designSentence(texts, design)
  const said = useDebounced(sentence, sayAfterMs)
  const [first] = useState(sentence)
  if (open === null || evaluation === null) return null
  const shared = { open, evaluation, drawn, query, onFixed: () => panel.current?.focus(), hasWish: piece === null }
  return (
    <div className={`container ${styles.tool ?? ''}`}>
      <h1 className="visually-hidden">{t('heading', { step: t(`step-${step}`) })}</h1>
      <div className={styles.stage}>
        {!isOnline && (
          <p role="status" className={styles.offline}>
            {t('offline')}
          </p>
        )}
        {drawn === null ? (
          <div className={styles.empty} />
        ) : (
          <Stage built={drawn} step={step} bay={Math.min(open.bay, drawn.design.bays.length - 1)} />
        )}
      </div>
      <section className={styles.side} aria-label={t(`step-${step}`)}>
        <Steps step={step} code={open.code} piece={piece} />
        <div ref={panel} tabIndex={-1} className={styles.panel}>
          {!open.isKept && <p className={styles.notice}>{t('no-storage')}</p>}
          {step === 'size' && <SizePanel {...shared} />}
          {step === 'inside' && <InsidePanel {...shared} />}
          {step === 'fronts' && <FrontsPanel {...shared} />}
          {step === 'summary' &&
            (piece === null ? <SummaryPanel {...shared} isOnline={isOnline} /> : <QuotedPanel {...shared} piece={piece} />)}
        </div>
        {step !== 'summary' && <Foot evaluation={evaluation} query={query} step={step} code={open.code} piece={piece} />}
      </section>
      <p role="status" className="visually-hidden">
        {said === first ? '' : said}
      </p>
    </div>
  )
}

function Steps({ step, code, piece }: DesignerProps) {
  const { t } = useDesignTexts()
  return (
    <nav className={styles.steps} aria-label={t('steps')}>
      {steps.map((name, index) => (
        <Link key={name} href={stepPath(name, code, piece)} aria-current={name === step ? 'step' : undefined} onClick={keep}>
          <span className={styles.number}>{index + 1}</span> {t(`step-${name}`)}
        </Link>
      ))}
    </nav>
  )
}

interface FootProps {
  evaluation: ReturnType<typeof evaluate>
  query: BandQuery
  step: Exclude<Step, 'summary'>
  code: string
  piece: QuotedPiece | null
}

function Foot({ evaluation, query, step, code, piece }: FootProps): ReactNode {
  const { t } = useDesignTexts()
  const following = next[step] ?? 'summary'
  return (
    <div className={styles.foot}>
      <p className={styles.sum}>
        {piece === null ? (
          <>
            <span className={styles.band}>
              <BandText evaluation={evaluation} query={query} />
            </span>
            <span className="small second">{t('band-note')}</span>
          </>
        ) : (
          <QuotedPrice evaluation={evaluation} query={query} piece={piece} className={styles.band} />
        )}
      </p>
      <ButtonLink variant="primary" href={stepPath(following, code, piece)} onFollow={keep}>
        {t(`next-${following as 'inside'}`)}
      </ButtonLink>
    </div>
  )
}
