import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ButtonLink } from '@shared/components/Button'
import { evaluate, type Built } from '@shared/rules/evaluate'
import type { Design } from '@shared/rules/design'
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
import { dispatch, keepDesign, openCode, useDesigner, type Opened } from './store'
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
  useKept(open?.design)
  useUndoKey()
  usePageTitle(ofShop('DESIGN.TITLE'))
  const rested = useDebounced(open?.design, sayAfterMs)
  const sentence = useMemo(() => (rested === undefined ? '' : designSentence(texts, rested)), [texts, rested])
  const [first] = useState(sentence)
  if (open === null) return null
  const shared = {
    open,
    evaluation: evaluate(open.design),
    drawn: builtOf(open.shown),
    query,
    onFixed: () => panel.current?.focus(),
    hasWish: piece === null,
  }
  return (
    <div className={`container ${styles.tool ?? ''}`}>
      <h1 className="visually-hidden">{t('heading', { step: t(`step-${step}`) })}</h1>
      <div className={styles.stage}>
        {!isOnline && (
          <p role="status" className={styles.offline}>
            {t('offline')}
          </p>
        )}
        <Picture step={step} />
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
        {step !== 'summary' && <Foot query={query} step={step} code={open.code} piece={piece} />}
      </section>
      <p role="status" className="visually-hidden">
        {sentence === first ? '' : sentence}
      </p>
    </div>
  )
}

function builtOf(design: Design | null): Built | null {
  const all = design === null ? null : evaluate(design)
  return all?.layout == null ? null : all
}

/** The state in the drawing and the price: later than the control that was pressed, but a drag in the drawing is shown at once. */
function usePictured(): Opened | null {
  const open = useDesigner((state) => state.open)
  const later = useDeferredValue(open)
  return open?.isDragged === true ? open : later
}

const Picture = memo(function Picture({ step }: { step: Step }) {
  const pictured = usePictured()
  const built = builtOf(pictured?.shown ?? null)
  if (pictured === null || built === null) return <div className={styles.empty} />
  return <Stage built={built} step={step} bay={Math.min(pictured.bay, built.design.bays.length - 1)} />
})

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
  query: BandQuery
  step: Exclude<Step, 'summary'>
  code: string
  piece: QuotedPiece | null
}

const Foot = memo(function Foot({ query, step, code, piece }: FootProps) {
  const { t } = useDesignTexts()
  const design = usePictured()?.design
  if (design === undefined) return null
  const evaluation = evaluate(design)
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
})
