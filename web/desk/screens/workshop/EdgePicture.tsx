import { useTranslation } from 'react-i18next'
import styles from './Workshop.module.css'

/** Lines of the picture by digit: the front or lower edge, the one behind, and both across. */
const lines = [
  { text: 'WORKSHOP.EDGE_FRONT', d: 'M2 15.8H28' },
  { text: 'WORKSHOP.EDGE_BACK', d: 'M2 2.2H28' },
  { text: 'WORKSHOP.EDGE_LEFT', d: 'M2.2 2V16' },
  { text: 'WORKSHOP.EDGE_RIGHT', d: 'M27.8 2V16' },
] as const

/** The banded edges of a part as a picture; `edges` has a digit for each. */
export function EdgePicture({ edges }: { edges: string }) {
  const { t } = useTranslation()
  const banded = lines.filter((_, index) => edges[index] === '1')
  const label =
    banded.length === 0 ? t('WORKSHOP.EDGES_NONE') : t('WORKSHOP.EDGES_OF', { edges: banded.map(({ text }) => t(text)).join(', ') })
  return (
    <svg viewBox="0 0 30 18" width={30} height={18} role="img" aria-label={label} className={styles.edges}>
      <rect x="2.5" y="2.5" width="25" height="13" />
      {banded.map(({ d }) => (
        <path key={d} d={d} />
      ))}
    </svg>
  )
}
