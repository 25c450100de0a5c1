import { DimensionDrawing } from '@/components/drawing/DimensionDrawing'
import { findDimensions, findNiche } from '@/lib/catalog/boxes'
import { classes } from '@shared/components/classes'
import document from './Document.module.css'
import styles from './Drawings.module.css'

interface DrawingsProps {
  title: string
  lines: readonly { name: string; detail: string }[]
  /** Language of the names, if it is not the page's. */
  lang?: string | undefined
}

/** The boxes of the lines with their measures; nothing if no line has any. */
export function Drawings({ title, lines, lang }: DrawingsProps) {
  const drawn = lines.flatMap(({ name, detail }) => {
    const dimensions = findDimensions(detail)
    return dimensions === null ? [] : [{ name, dimensions, niche: findNiche(detail) }]
  })
  if (drawn.length === 0) return null
  return (
    <section className={classes(document.section, styles.section)}>
      <h2 className={document.sectionTitle}>{title}</h2>
      <ul className={styles.drawings}>
        {drawn.map(({ name, dimensions, niche }, index) => (
          // Lines have no ids on this side, and never change their places.
          <li key={index}>
            <figure>
              <div className={styles.drawing}>
                <DimensionDrawing dimensions={dimensions} niche={niche} />
              </div>
              <figcaption className="small" lang={lang}>
                {name}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
