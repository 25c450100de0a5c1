import { useState } from 'react'
import {
  bodyFinishes,
  families,
  handles,
  metals,
  styles as faces,
  type DoorStyle,
  type FamilyRules,
  type Finish,
  type FrontKind,
} from '@shared/rules/tables'
import { useDesignTexts } from '@/lib/design/design-texts'
import { lengthText } from '@/lib/design/words'
import { setFace, setFront, setHandle } from '../changes'
import { change } from '../store'
import { Choice, FinishChoice } from './controls'
import { BayNumbers } from './InsidePanel'
import type { PanelProps } from './panel'
import { Problems } from './Problems'
import styles from './panels.module.css'

const frontFinishes = [
  ...['oak', 'ash', 'walnut', 'smoked-oak', 'white', 'sand'],
  ...['sage', 'forest', 'terracotta', 'graphite', 'black'],
] as readonly Finish[]

type Face = DoorStyle | 'open'

/** Number of lattice cells before a bay. */
function cellsOf({ drawn, open: { bay } }: PanelProps): number {
  const lattices = drawn?.parts.filter(({ key }) => key === 'lattice') ?? []
  const counts = lattices.map(({ boxes, cells }) =>
    cells === null ? 0 : cells[0] * cells[1] * boxes.filter(({ place }) => place === `b${bay}`).length,
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Doors, their faces, colours and handles. */
export function FrontsPanel(props: PanelProps) {
  const { t, language } = useDesignTexts()
  const { open, evaluation } = props
  const { design } = evaluation
  const [deeper, setDeeper] = useState<number | null>(null)
  const bay = design.bays[open.bay]
  const family: FamilyRules = families[design.family]
  const chooseFront = (front: FrontKind) => {
    const next = setFront(design, front)
    setDeeper(next.depthMm > design.depthMm ? next.depthMm : null)
    change((now) => setFront(now, front))
  }
  const face: Face = design.front === 'hinged' && bay?.doors === 0 ? 'open' : (bay?.style ?? 'plain')
  const choices: readonly Face[] = design.front === 'hinged' ? [...faces, 'open'] : ['plain', 'mirror']
  return (
    <>
      {family.fronts.length > 1 && (
        <Choice
          legend={t('doors')}
          choices={family.fronts.map((front) => [front, t(front)])}
          chosen={design.front}
          onChoose={chooseFront}
        />
      )}
      <p role="status" className="small second" hidden={deeper === null}>
        {deeper === null ? '' : t('became-deeper', { size: lengthText(deeper, language) })}
      </p>
      <Problems {...props} />
      {family.doors > 0 && (
        <>
          <BayNumbers design={design} chosen={open.bay} />
          <Choice
            legend={`${t('bay', { n: open.bay + 1 })}. ${t('face')}`}
            choices={choices.map((value) => [value, t(`face-${value}`)])}
            chosen={face}
            onChoose={(value) => change((now) => setFace(now, open.bay, value === 'open' ? null : value))}
            isEven
          />
          {face === 'lattice' && evaluation.layout !== null && <p className="small second">{t('lattice', { cells: cellsOf(props) })}</p>}
        </>
      )}
      <FinishChoice
        legend={t('fronts')}
        slugs={frontFinishes}
        chosen={design.fronts}
        onChoose={(fronts) => change((now) => ({ ...now, fronts }))}
      />
      <FinishChoice legend={t('body')} slugs={bodyFinishes} chosen={design.body} onChoose={(body) => change((now) => ({ ...now, body }))} />
      {family.doors > 0 && (
        <Choice
          legend={t('handle')}
          choices={handles.map((handle) => [handle, t(`handle-${handle}`)])}
          chosen={design.handle}
          onChoose={(handle) => change((now) => setHandle(now, handle))}
          isEven
        />
      )}
      {(design.handle === 'bar' || design.handle === 'knob') && (
        <FinishChoice legend={t('metal')} slugs={metals} chosen={design.metal} onChoose={(metal) => change((now) => ({ ...now, metal }))} />
      )}
      <div className={styles.rows} />
    </>
  )
}
