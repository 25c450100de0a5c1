import { memo, useRef, useState } from 'react'
import { useMedia } from '@/lib/use-media'
import { wide } from '@shared/media'
import type { Built } from '@shared/rules/evaluate'
import type { Step } from '@/lib/design/address'
import { useDesignTexts } from '@/lib/design/design-texts'
import { openedPart } from '@/components/part'
import { Elevation } from '@/components/design/Elevation'
import type { Margins } from '@/components/design/scale'
import { bayName, designSentence } from '@/lib/design/words'
import { BayButtons } from './drawing/BayButtons'
import { ClearHeights, OuterMeasures } from './drawing/Measures'
import styles from './Stage.module.css'
import { dispatch, drag } from './store'
import { useSize } from './use-size'
import { chooseView, suits3d, useView } from './view'

interface StageProps {
  built: Built
  step: Step | 'shared'
  bay: number
}

const viewsHigh = 44

function marginsOf(step: StageProps['step'], isWide: boolean): Margins {
  if (step === 'inside') return isWide ? { left: 24, right: 78, top: 28, bottom: 52 } : { left: 14, right: 76, top: 14, bottom: 42 }
  if (step === 'fronts')
    return isWide ? { left: 24, right: 24, top: viewsHigh + 12, bottom: 52 } : { left: 14, right: 14, top: viewsHigh + 12, bottom: 42 }
  const bottom = step === 'size' ? 80 : 52
  const top = step === 'size' ? 24 : viewsHigh
  return isWide ? { left: 110, right: 60, top: top + 16, bottom: bottom + 16 } : { left: 58, right: 26, top, bottom }
}

/** The range in which a grip moves a measure, in millimetres. */
const dragged = { widthMm: [100, 8191], heightMm: [100, 4095] } as const

const View3d = openedPart(
  () => import('@/components/design3d/View3d'),
  ({ onLeave }) => onLeave(),
)

/** The drawing of the design, with what belongs to a step over it, or its 3D view. */
export const Stage = memo(function Stage({ built, step, bay }: StageProps) {
  const texts = useDesignTexts()
  const has3d = step !== 'size' && step !== 'inside'
  const chosen = useView(({ is3d }) => is3d)
  const [isFirst] = useState(() => step === 'shared' && suits3d())
  const is3d = has3d && (chosen ?? isFirst)
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const isWide = useMedia(wide)
  const { design } = built
  const { language } = texts
  const picksBays = step === 'inside' || step === 'fronts'
  const onDrag = (side: keyof typeof dragged, mm: number) => {
    const [least, most] = dragged[side]
    drag((now) => ({ ...now, [side]: Math.min(most, Math.max(least, mm)) }))
  }
  const leave3d = () => {
    chooseView(false)
    // The button that was pressed is gone.
    box.current?.querySelector('button')?.focus()
  }
  return (
    <div ref={box} className={styles.stage}>
      {has3d && <Views is3d={is3d} />}
      {is3d && <View3d built={built} onLeave={leave3d} />}
      {!is3d && size !== null && (
        <Elevation
          built={built}
          frame={{ ...size, margins: marginsOf(step, isWide), hasRoom: true }}
          isOpen={step === 'inside'}
          isPainted={step === 'fronts' || step === 'summary' || step === 'shared'}
          label={designSentence(texts, design)}
          hasControls={picksBays}
          over={(scale) => {
            const shared = { built, scale, language }
            if (!picksBays) {
              return <OuterMeasures {...shared} hasChain={step === 'size'} onDrag={step === 'size' ? onDrag : undefined} />
            }
            return (
              <>
                {step === 'inside' && <ClearHeights {...shared} bay={bay} />}
                <BayButtons
                  built={built}
                  scale={scale}
                  chosen={bay}
                  nameOf={(index) => bayName(texts, design, index)}
                  onPick={(index) => dispatch({ type: 'pick', bay: index })}
                />
              </>
            )
          }}
        />
      )}
    </div>
  )
})

/** Chooses between the drawing and 3D. */
function Views({ is3d }: { is3d: boolean }) {
  const { t } = useDesignTexts()
  return (
    <div role="group" aria-label={t('views')} className={styles.views}>
      {([false, true] as const).map((value) => (
        <button key={String(value)} type="button" aria-pressed={value === is3d} onClick={() => chooseView(value)}>
          {t(value ? 'view-3d' : 'view-drawing')}
        </button>
      ))}
    </div>
  )
}
