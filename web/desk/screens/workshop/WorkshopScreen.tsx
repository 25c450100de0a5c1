import { Tags } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { normalizeNumber } from '@shared/forms/number'
import { ButtonLink } from '@shared/components/Button'
import { useQuery } from '@shared/query/use-query'
import { isReadable, workshop } from '@desk/api/workshop'
import { orderPath } from '@desk/lib/orders'
import { CutListSheet } from './CutListSheet'
import { DrawingSheet } from './DrawingSheet'
import { FilesMenu } from './FilesMenu'
import { FittingsSheet } from './FittingsSheet'
import { Frame } from './Frame'
import { NestingSheet } from './NestingSheet'
import styles from './Workshop.module.css'

/** The papers by which the workshop makes the designed pieces of an order: one set each, and one layout of sheets for all. */
export default function WorkshopScreen() {
  const { t } = useTranslation()
  const number = normalizeNumber(useParams<{ number: string }>().number, 'SB')
  // A paper is read again for each print.
  const sheet = useQuery({ ...workshop.sheet(number), gcTime: 0 })
  return (
    <Frame
      number={number}
      title={t('WORKSHOP.SHEET')}
      query={sheet}
      isEmpty={({ items }) => items.length === 0}
      tools={
        <>
          <ButtonLink href={`${orderPath(number)}/workshop/labels`}>
            <Tags size={17} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.toolText}>{t('WORKSHOP.LABELS')}</span>
          </ButtonLink>
          <FilesMenu number={number} />
        </>
      }
    >
      {(data) => (
        <>
          {data.items.map((item) =>
            isReadable(item) ? (
              <Fragment key={item.no}>
                <DrawingSheet sheet={data} item={item} />
                <CutListSheet sheet={data} item={item} />
                <FittingsSheet sheet={data} item={item} />
              </Fragment>
            ) : (
              <p key={item.no} className={styles.unreadable} role="alert">
                {t('WORKSHOP.UNREADABLE', { code: item.code })}
              </p>
            ),
          )}
          <NestingSheet sheet={data} />
        </>
      )}
    </Frame>
  )
}
