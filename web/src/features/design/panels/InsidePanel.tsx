import { Columns2, Copy, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { bayWidth } from '@shared/rules/contents'
import { isSameDesign, type BayDesign, type Design } from '@shared/rules/design'
import { evaluate } from '@shared/rules/evaluate'
import { families, type FamilyRules } from '@shared/rules/tables'
import { showToast } from '@shared/toasts'
import { useDesignTexts, type DesignTextKey } from '@/lib/design/design-texts'
import { Elevation } from '@/components/design/Elevation'
import { lengthText } from '@/lib/design/words'
import { changeBay, fillBay, isFilledWith, removeBay, sameForAll, setBayWidth, splitBay, type Inside } from '../changes'
import { MeasureField } from '../MeasureField'
import { change, dispatch } from '../store'
import { Row, Stepper } from './controls'
import type { PanelProps } from './panel'
import { Notes, Problems } from './Problems'
import styles from './panels.module.css'

const fills = [
  ['fill-clothes', { rail: 1, shelves: 2, drawers: 0 }],
  ['fill-rails', { rail: 2, shelves: 2, drawers: 0 }],
  ['fill-shelves', { rail: 0, shelves: 6, drawers: 0 }],
  ['fill-drawers', { rail: 0, shelves: 4, drawers: 2 }],
  ['fill-mixed', { rail: 1, shelves: 2, drawers: 2 }],
  ['fill-empty', { rail: 0, shelves: 0, drawers: 0 }],
] as const satisfies readonly (readonly [DesignTextKey, Inside])[]

const counts = [
  ['shelves', 'shelves'],
  ['drawers', 'drawers'],
  ['rail', 'rails'],
] as const satisfies readonly (readonly [keyof BayDesign, DesignTextKey])[]

const tile = { width: 64, height: 96, margins: { left: 4, right: 4, top: 4, bottom: 4 }, hasRoom: false }
const heldBay = [200, 2047] as const

/** One bay of a design by itself, with a ready inside. */
function filledBay(design: Design, bay: number, inside: Inside): Design | null {
  const own = fillBay(design, bay, inside).bays[bay]
  if (own === undefined) return null
  const outer = { niche: false, upperMm: 0, base: 'plinth', front: 'hinged', slides: 0, handle: 'bar' } as const
  const doors = design.family === 'shelf' ? 0 : 1
  const alone = { ...own, widthMm: 0, doors, style: 'plain' } as const
  const widthMm = Math.min(640, Math.max(400, bayWidth(design, bay)))
  return { ...design, ...outer, widthMm, bays: [alone] }
}

/** A small drawing, drawn anew for another design only: most changes are of what it does not show. */
const FillDrawing = memo(
  function FillDrawing({ design }: { design: Design | null }) {
    const built = design === null ? null : evaluate(design)
    return <span className={styles.small}>{built?.layout != null && <Elevation built={built} frame={tile} isOpen />}</span>
  },
  ({ design: before }, { design: after }) => before !== null && after !== null && isSameDesign(before, after),
)

/** Contents of the chosen bay. */
export function InsidePanel(props: PanelProps) {
  const { t, language } = useDesignTexts()
  const { open, evaluation } = props
  const { design, checks } = evaluation
  const { bay: index } = open
  const bay = design.bays[index]
  if (bay === undefined) return null
  const family: FamilyRules = families[design.family]
  const width = bayWidth(design, index)
  const remove = () => {
    change((now) => removeBay(now, index))
    showToast({ tone: 'done', text: t('bay-removed'), action: { label: t('undo'), run: () => dispatch({ type: 'undo' }) } })
    props.onFixed()
  }
  return (
    <>
      <div className={styles.heading}>
        <h2 className={styles.title}>{t('bay', { n: index + 1 })}</h2>
        <span className="second figures">{t(bay.widthMm > 0 ? 'bay-fixed' : 'bay-equal', { size: lengthText(width, language) })}</span>
      </div>
      <BayNumbers design={design} chosen={index} />
      <Problems {...props} />
      {family.rail > 0 && (
        <div role="group" aria-label={t('fills')} className={styles.tiles}>
          {fills.map(([name, inside]) => (
            <button
              key={name}
              type="button"
              className={styles.tile}
              aria-pressed={isFilledWith(design, index, inside)}
              onClick={() => change((now) => fillBay(now, index, inside))}
            >
              <FillDrawing design={filledBay(design, index, inside)} />
              {t(name)}
            </button>
          ))}
        </div>
      )}
      <div className={styles.rows}>
        {counts.map(
          ([name, label]) =>
            family[name] > 0 && (
              <Stepper
                key={name}
                label={t(label)}
                value={bay[name]}
                least={0}
                most={family[name]}
                onStep={(by) => change((now) => changeBay(now, index, { [name]: (now.bays[index]?.[name] ?? 0) + by }))}
              />
            ),
        )}
        {design.bays.length > 1 && (
          <Row label={t('bay-width')} hint={t('bay-width-hint')}>
            <div className={styles.narrow}>
              <MeasureField
                key={index}
                label={t('bay-width')}
                isLabelHidden
                mm={bay.widthMm > 0 ? bay.widthMm : null}
                range={heldBay}
                onMm={(mm) => change((now) => setBayWidth(now, index, mm ?? 0))}
              />
            </div>
          </Row>
        )}
      </div>
      <Notes checks={checks} bay={index} />
      <div className={styles.links}>
        {design.bays.length < family.bays && (
          <button type="button" className={styles.link} onClick={() => change((now) => splitBay(now, index))}>
            <Columns2 size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('split')}
          </button>
        )}
        <button type="button" className={styles.link} onClick={() => change((now) => sameForAll(now, index))}>
          <Copy size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('same-for-all')}
        </button>
        {design.bays.length > 1 && (
          <button type="button" className={styles.link} onClick={remove}>
            <Trash2 size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('remove')}
          </button>
        )}
      </div>
    </>
  )
}

/** The bays by number: the way to a bay without the drawing. */
export function BayNumbers({ design, chosen }: { design: Design; chosen: number }) {
  const { t } = useDesignTexts()
  return (
    <div role="group" aria-label={t('which-bay')} className={styles.numbers}>
      {design.bays.map((_, index) => (
        <button
          key={index}
          type="button"
          aria-pressed={index === chosen}
          aria-label={t('bay', { n: index + 1 })}
          onClick={() => dispatch({ type: 'pick', bay: index })}
        >
          {index + 1}
        </button>
      ))}
    </div>
  )
}
