import { useTranslation } from 'react-i18next'
import { Lattice } from '@shared/components/Lattice'
import { TextLink } from '@/components/TextLink'
import type { CategoryId } from '@/lib/categories'
import { otherSizePath } from './other-size'
import styles from './OtherSizePane.module.css'

interface OtherSizePaneProps {
  /** In centimetres. */
  width?: number | null
  /** The category of the furniture around it. */
  category?: CategoryId | null
}

/** Offers furniture in other sizes, or in a width; spans two cells. */
export function OtherSizePane({ width = null, category = null }: OtherSizePaneProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.pane}>
      <h2 className={styles.title}>{t('SHOP.OTHER_SIZE')}</h2>
      <p className={styles.text}>{width === null ? t('SHOP.OTHER_SIZE_TEXT') : t('SHOP.OTHER_SIZE_WIDTH', { width })}</p>
      <TextLink href={otherSizePath(width, category)} arrow className={styles.link}>
        {t('SHOP.OTHER_SIZE_LINK')}
      </TextLink>
      <div className={styles.lattice}>
        <Lattice cell={120} stroke={0.5} className={styles.laths} />
      </div>
    </div>
  )
}
