import { useTranslation } from 'react-i18next'
import { BoxThumbnail } from '@/components/drawing/BoxThumbnail'
import { Picture } from '@/components/Picture'
import { useLanguage } from '@/lib/i18n/setup'
import { findDimensions } from '@/lib/catalog/boxes'
import { classes } from '@shared/components/classes'
import { designDrawing } from '@shared/drawing/design-drawing'
import styles from './DocumentLines.module.css'
import { Sum } from './Sum'

export interface DocumentLine {
  name: string
  /** Such as its measures; empty if there is none. */
  detail: string
  /** The discount and the VAT as texts, in the page's language. */
  notes?: readonly string[]
  imageUrl: string | null
  /** Code of the design, whose drawing takes the place of the picture; `null` without one. */
  designCode: string | null
  quantity: number
  /** AZN for one piece. */
  unitPrice: number
  /** AZN. */
  subtotal: number
  /** Changes of the line. */
  mark?: string | undefined
}

interface DocumentLinesProps {
  label: string
  lines: readonly DocumentLine[]
  /** Language of names and details, if it is not the page's. */
  lang?: string | undefined
  /** Whether the prices hold no more. */
  isStruck?: boolean
}

/** The lines of an offer or an order, with a drawing if the product has measures, or a picture. */
export function DocumentLines({ label, lines, lang, isStruck = false }: DocumentLinesProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={label}>
      <ul className={styles.lines}>
        {lines.map((line, index) => {
          const notes = line.notes ?? []
          const pieces =
            line.quantity === 1 ? (
              t('OFFER.PIECES', { count: 1 })
            ) : (
              <>
                {line.quantity} × <Sum amount={line.unitPrice} isStruck={isStruck} />
              </>
            )
          return (
            // Lines have no ids on this side, and never change their places.
            <li key={index} data-marked={line.mark !== undefined || undefined}>
              <Image line={line} />
              <div className={styles.line}>
                <h2 className={styles.name}>
                  <span lang={lang}>{line.name}</span>
                  {line.mark !== undefined && <span className={styles.mark}>{line.mark}</span>}
                </h2>
                {(line.detail !== '' || notes.length > 0) && (
                  <p className="second small">
                    <span lang={lang}>{line.detail}</span>
                    {line.detail !== '' && notes.length > 0 && ', '}
                    {notes.join(', ')}
                  </p>
                )}
                <p className={classes(styles.narrowQuantity, 'second small figures')}>{pieces}</p>
              </div>
              <span className={classes(styles.quantity, 'figures')}>{pieces}</span>
              <span className={styles.sum}>
                <Sum amount={line.subtotal} isStruck={isStruck} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Image({ line }: { line: DocumentLine }) {
  const language = useLanguage()
  if (line.designCode !== null) {
    return <img src={designDrawing(line.designCode, 'front', language)} alt="" width={72} height={90} className={styles.design} />
  }
  const dimensions = findDimensions(line.detail)
  if (dimensions !== null) return <BoxThumbnail dimensions={dimensions} className={styles.thumbnail} />
  return <Picture src={line.imageUrl} alt="" width={72} height={90} sizes="72px" className={styles.picture} />
}
