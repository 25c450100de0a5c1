import { useTranslation } from 'react-i18next'
import type { Product } from '@/lib/api/types'
import { parseDimensions, splitMeasurement } from '@/lib/catalog/dimensions'
import { useLanguage } from '@/lib/i18n/setup'
import { localized, textLines } from '@/lib/localized'
import styles from './Measurements.module.css'
import { PieceDrawing } from './PieceDrawing'

interface Row {
  name: string
  value: string
}

/** Drawing, measurements and features, as far as the product has them. */
export function Measurements({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const external = localized(product, 'externalMeasurement', language)
  const dimensions = parseDimensions(external)
  const internal = textLines(localized(product, 'internalMeasurement', language)).map(splitMeasurement)
  const features = textLines(localized(product, 'features', language)).map((name) => ({ name, value: '' }))
  const outside =
    dimensions === null
      ? textLines(external).map(splitMeasurement)
      : (
          [
            ['PRODUCT.WIDTH', dimensions.width],
            ['PRODUCT.DEPTH', dimensions.depth],
            ['PRODUCT.HEIGHT', dimensions.height],
          ] as const
        ).map(([key, value]) => ({ name: t(key), value: `${value} ${dimensions.unit}` }))

  if (outside.length + internal.length + features.length === 0) return null
  return (
    <section className={`section ${styles.section ?? ''}`}>
      {dimensions !== null && (
        <div className={styles.drawing}>
          <PieceDrawing product={product} dimensions={dimensions} />
        </div>
      )}
      <div className={styles.tables}>
        <h2>{t('PRODUCT.MEASUREMENTS')}</h2>
        <Table title={t('PRODUCT.EXTERNAL')} rows={outside} />
        <Table title={t('PRODUCT.INTERNAL')} rows={internal} />
        <Table title={t('PRODUCT.FEATURES')} rows={features} />
      </div>
    </section>
  )
}

function Table({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ul>
        {rows.map(({ name, value }) => (
          <li key={name} className={styles.row}>
            <span>{name}</span>
            {value !== '' && <span className={styles.value}>{value}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
