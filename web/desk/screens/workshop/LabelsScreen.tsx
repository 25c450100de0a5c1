import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { normalizeNumber } from '@shared/forms/number'
import { useQuery } from '@shared/query/use-query'
import { workshop, type WorkshopLabel } from '@desk/api/workshop'
import { QrCode } from '@desk/components/QrCode'
import { orderPath } from '@desk/lib/orders'
import { EdgePicture } from './EdgePicture'
import { Frame } from './Frame'
import styles from './Labels.module.css'

/** Labels of a sheet: three columns of eight. */
const perSheet = 24

/** Labels of 70 × 37 mm, one for each part of an order's designed pieces. */
export default function LabelsScreen() {
  const { t } = useTranslation()
  const number = normalizeNumber(useParams<{ number: string }>().number, 'SB')
  const labels = useQuery({ ...workshop.labels(number), gcTime: 0 })
  return (
    <Frame
      number={number}
      title={t('WORKSHOP.LABELS')}
      isLabels
      back={`${orderPath(number)}/workshop`}
      query={labels}
      isEmpty={(data) => data.length === 0}
    >
      {(data) => (
        <>
          <p className={styles.hint}>{t('WORKSHOP.LABEL_HINT')}</p>
          {sheetsOf(data).map((sheet, index, all) => (
            // Sheets have no names of their own.
            <ul key={index} className={styles.sheet} aria-label={t('WORKSHOP.LABELS_SHEET', { no: index + 1, count: all.length })}>
              {sheet.map((label) => (
                <Label key={label.qr} label={label} />
              ))}
            </ul>
          ))}
        </>
      )}
    </Frame>
  )
}

const sheetsOf = (labels: readonly WorkshopLabel[]): WorkshopLabel[][] =>
  Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, index) => labels.slice(index * perSheet, (index + 1) * perSheet))

/** The number of order and piece in the text of a QR code, without that of the part. */
const pieceNumber = (qr: string): string => qr.replace(/\.\d+$/, '')

function Label({ label }: { label: WorkshopLabel }) {
  return (
    <li className={styles.label}>
      <QrCode text={label.qr} className={styles.qr} />
      <div>
        <p className={styles.name}>
          <b>{label.name}</b>
          <EdgePicture edges={label.edges} />
        </p>
        <p className={styles.size}>{label.size}</p>
        <p className={styles.place}>
          {label.place}
          <b>
            {label.no} / {label.of}
          </b>
        </p>
        <p>{pieceNumber(label.qr)}</p>
      </div>
    </li>
  )
}
