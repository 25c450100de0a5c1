import { useTranslation } from 'react-i18next'
import { Lattice } from '@shared/components/Lattice'
import { TextLink } from '@/components/TextLink'
import type { CategoryId } from '@/lib/categories'
import { canBeDesigned } from '@/lib/view/design'
import { otherSizePath } from './other-size'
import styles from './OtherSizePane.module.css'

/** Offers furniture in other sizes, in the category of the furniture around it; spans two cells. */
export function OtherSizePane({ category = null }: { category?: CategoryId | null }) {
  const { t } = useTranslation()
  return (
    <div className={styles.pane}>
      <h2 className={styles.title}>{t('SHOP.OTHER_SIZE')}</h2>
      <p className={styles.text}>{t('SHOP.OTHER_SIZE_TEXT')}</p>
      <div className={styles.links}>
        <TextLink href={otherSizePath(category)} arrow>
          {t('SHOP.OTHER_SIZE_LINK')}
        </TextLink>
        {canBeDesigned(category) && (
          <TextLink href="/design" arrow>
            {t('DESIGN.TITLE')}
          </TextLink>
        )}
      </div>
      <div className={styles.lattice}>
        <Lattice cell={120} stroke={0.5} className={styles.laths} />
      </div>
    </div>
  )
}
