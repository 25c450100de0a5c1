import { ArrowLeft, ArrowRight, Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import type { Built } from '@shared/rules/evaluate'
import { useDesignTexts } from '@/lib/design/design-texts'
import { designSentence } from '@/lib/design/words'
import { steps } from './camera'
import { sceneOf } from './scene'
import styles from './View3d.module.css'
import { openViewer, type Viewer } from './viewer'

export interface View3dProps {
  built: Built
  /** Leads back to the drawing. */
  onLeave: () => void
}

const buttons = [
  ['turn-left', 'ArrowLeft', ArrowLeft],
  ['turn-right', 'ArrowRight', ArrowRight],
  ['zoom-out', '-', Minus],
  ['zoom-in', '+', Plus],
] as const

/** The piece in its room, in WebGL. */
export default function View3d({ built, onLeave }: View3dProps) {
  const texts = useDesignTexts()
  const { t } = texts
  const canvas = useRef<HTMLCanvasElement>(null)
  const viewer = useRef<Viewer>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLost, setLost] = useState(false)
  const scene = useMemo(() => sceneOf(built), [built])
  useEffect(() => {
    if (canvas.current === null) return
    const opened = openViewer(canvas.current, () => setLost(true))
    viewer.current = opened
    if (opened === null) setLost(true)
    return () => opened?.release()
  }, [])
  useEffect(() => viewer.current?.show(scene), [scene])
  useEffect(() => viewer.current?.open(isOpen), [isOpen])
  if (isLost) {
    return (
      <div role="alert" className={styles.lost}>
        <p>{t('no-3d')}</p>
        <p className="small second">{t('no-3d-text')}</p>
        <Button onClick={onLeave}>{t('see-drawing')}</Button>
      </div>
    )
  }
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={t('view-3d-label', { design: designSentence(texts, built.design) })}
      />
      <div className={styles.bar}>
        {buttons.map(([key, step, Icon]) => (
          <IconButton key={key} label={t(key)} onClick={() => viewer.current?.move(steps[step] ?? {})}>
            <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        ))}
        {built.doors.length + built.design.slides > 0 && (
          <Button variant="plain" className={styles.doors} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'close-doors' : 'open-doors')}
          </Button>
        )}
      </div>
    </>
  )
}
