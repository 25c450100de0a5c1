import { measuresOf, type Dimensions } from '@/lib/catalog/dimensions'
import { useLanguage } from '@/lib/i18n/setup'
import { classes } from '@shared/components/classes'
import { PieceOutline } from '@shared/components/PieceOutline'
import styles from './BoxThumbnail.module.css'

/** The box of a line drawn small and without its dimensions, which stand beside it. */
export function BoxThumbnail({ dimensions, className }: { dimensions: Dimensions; className?: string | undefined }) {
  const language = useLanguage()
  return (
    <span className={classes(styles.pane, className)}>
      <PieceOutline measures={measuresOf(dimensions)} language={language} label="" />
    </span>
  )
}
