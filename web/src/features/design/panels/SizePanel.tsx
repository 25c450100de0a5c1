import { formatCentimetres, sides, unitName, type Side } from '@shared/measures'
import { families, nicheGaps, type FamilyRules } from '@shared/rules/tables'
import { useDesignTexts, type DesignTextKey } from '@/lib/design/design-texts'
import { lengthText, ownSizeText } from '@/lib/design/words'
import { addBay, removeBay, setNiche, setUpper } from '../changes'
import { MeasureField } from '../MeasureField'
import { change } from '../store'
import { Choice, Row, Stepper } from './controls'
import type { PanelProps } from './panel'
import { Problems } from './Problems'
import styles from './panels.module.css'

/** The largest measures that a design can hold, in millimetres. */
const held = { widthMm: [100, 8191], heightMm: [100, 4095], depthMm: [100, 1023] } as const satisfies Record<
  Side,
  readonly [number, number]
>
const heldUpper = [1, 1023] as const
const gaps: Record<Side, number> = { widthMm: 2 * nicheGaps.side, heightMm: nicheGaps.top, depthMm: nicheGaps.back }
/** Checks that a measure of its own answers, beside those of its range. */
const answeredBy: Record<Side, readonly string[]> = {
  widthMm: ['range.width', 'slide.long'],
  heightMm: ['range.height', 'slide.tall', 'carcass.tall', 'door.tall', 'door.low'],
  depthMm: ['range.depth', 'rail.depth', 'slide.depth'],
}

const yesNo = (isYes: boolean) => (isYes ? 'yes' : 'no')

/** Place, measures, bays, base and top boxes. */
export function SizePanel(props: PanelProps) {
  const { t, language } = useDesignTexts()
  const { evaluation, drawn } = props
  const { design, checks } = evaluation
  const family: FamilyRules = families[design.family]
  const labels: Record<Side, DesignTextKey> = { widthMm: design.niche ? 'wall-width' : 'width', heightMm: 'height', depthMm: 'depth' }
  const each = drawn === null ? 0 : drawn.layout.bays.reduce((sum, { width }) => sum + width, 0) / drawn.layout.bays.length
  return (
    <>
      {family.mayBeInNiche && (
        <Choice
          legend={t('place')}
          choices={[
            ['niche', t('place-niche')],
            ['free', t('place-free')],
          ]}
          chosen={design.niche ? 'niche' : 'free'}
          onChoose={(place) => change((now) => setNiche(now, place === 'niche'))}
        />
      )}
      <div className={styles.measures}>
        {sides.map((side) => {
          const gap = design.niche ? gaps[side] : 0
          const [least, most] = family[side]
          const ends = `${formatCentimetres(least + gap, language)}–${formatCentimetres(most + gap, language)} ${unitName(language)}`
          return (
            <MeasureField
              key={side}
              label={t(labels[side])}
              mm={design[side]}
              range={held[side]}
              hint={ends}
              isWrong={checks.some(({ key, level }) => level === 'error' && answeredBy[side].includes(key))}
              onMm={(mm) => mm !== null && change((now) => ({ ...now, [side]: mm }))}
            />
          )
        })}
      </div>
      <Problems {...props} />
      {design.niche && evaluation.layout !== null && <p>{t('becomes', { size: ownSizeText(design, language) })}</p>}
      <div className={styles.rows}>
        <Stepper
          label={t('bays')}
          hint={t('bays-each', { size: lengthText(Math.round(each / 10) * 10, language) })}
          value={design.bays.length}
          least={1}
          most={family.bays}
          onStep={(by) => change((now) => (by === 1 ? addBay(now) : removeBay(now, now.bays.length - 1)))}
        />
        {!design.niche && (
          <Row label={t('base')}>
            <Choice
              legend=""
              choices={family.bases.map((base) => [base, t(`base-${base}`)])}
              chosen={design.base}
              onChoose={(base) => change((now) => ({ ...now, base }))}
            />
          </Row>
        )}
        {family.hasUpper && design.front === 'hinged' && (
          <Row label={t('upper')} hint={t('upper-hint')}>
            <Choice
              legend=""
              choices={[
                ['no', t('no')],
                ['yes', t('yes')],
              ]}
              chosen={yesNo(design.upperMm > 0)}
              onChoose={(answer) => change((now) => setUpper(now, answer === 'yes'))}
            />
          </Row>
        )}
        {design.upperMm > 0 && (
          <Row label={t('upper-height')}>
            <div className={styles.narrow}>
              <MeasureField
                label={t('upper-height')}
                isLabelHidden
                mm={design.upperMm}
                range={heldUpper}
                onMm={(upperMm) => upperMm !== null && change((now) => ({ ...now, upperMm }))}
              />
            </div>
          </Row>
        )}
      </div>
      <p className="small second">{t('measure')}</p>
    </>
  )
}
