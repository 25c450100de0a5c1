import { useTranslation } from 'react-i18next'
import { NicheChip } from '@/components/niche/NicheChip'
import { TextLink } from '@/components/TextLink'
import { useLanguage } from '@/lib/i18n/setup'
import { nicheSize } from '@/lib/niche/niche'
import { nicheWidth, useNiche } from '@/stores/niche'
import { ownSizePath } from '@/lib/niche/own-width'
import type { ProjectCategory } from './categories'
import styles from './ProjectNiche.module.css'

/** The categories of the shop whose pieces are made like a project's. */
const shopCategories = { wardrobe: 1, kitchen: 2, garden: 3 } as const satisfies Record<ProjectCategory, number>

/** Pieces of these projects stand in niches. */
const inNiches: readonly ProjectCategory[] = ['wardrobe', 'kitchen']

/** A project is made to measure: one like it for the visitor's niche. */
export default function ProjectNiche({ category }: { category: ProjectCategory }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const niche = useNiche((state) => state.niche)
  if (!inNiches.includes(category)) return null
  const height = niche?.heightMm ?? null
  const path = ownSizePath({
    width: nicheWidth(niche),
    height: height === null ? null : Math.floor(height / 10),
    isNiche: true,
    category: shopCategories[category],
  })
  return (
    <div className={styles.niche}>
      <NicheChip open={t('NICHE.OPEN')} />
      {niche !== null && (
        <p>
          {t('NICHE.PROJECT', { size: nicheSize(niche, language) })} <TextLink href={path}>{t('NICHE.ASK')}</TextLink>
        </p>
      )}
    </div>
  )
}
