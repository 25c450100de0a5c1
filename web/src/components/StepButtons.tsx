import { ArrowLeft, ArrowRight } from 'lucide-react'
import { IconButton } from '@shared/components/IconButton'
import styles from './StepButtons.module.css'

interface StepButtonsProps {
  previousLabel: string
  nextLabel: string
  onStep: (by: -1 | 1) => void
}

/** Buttons for the previous and the next item. */
export function StepButtons({ previousLabel, nextLabel, onStep }: StepButtonsProps) {
  return (
    <div className={styles.pair}>
      <IconButton label={previousLabel} className={styles.button} onClick={() => onStep(-1)}>
        <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <IconButton label={nextLabel} className={styles.button} onClick={() => onStep(1)}>
        <ArrowRight size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
