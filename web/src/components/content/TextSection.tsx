import { useTranslation } from 'react-i18next'
import type { TextKey } from '@shared/text-key'
import styles from './TextSection.module.css'

/** A titled section of a text page, with a paragraph for each line. */
export function TextSection({ title, lines }: { title: TextKey; lines: readonly TextKey[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.block}>
      <h2 className={styles.title}>{t(title)}</h2>
      <div className={styles.lines}>
        {lines.map((line) => (
          <p key={line}>{t(line)}</p>
        ))}
      </div>
    </section>
  )
}
