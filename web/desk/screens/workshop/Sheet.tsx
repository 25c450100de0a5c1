import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '@shared/components/Mark'
import type { WorkshopItem } from '@desk/api/workshop'
import styles from './Workshop.module.css'

/** Number of papers of a piece. */
export const papers = 4

interface SheetProps {
  orderNumber: string
  title: string
  /** The piece with the number of pieces of the order; undefined for the sheets of all. */
  of?: { item: WorkshopItem; count: number }
  /** Number of the paper, from 1. */
  paper: number
  /** The last line of the paper. */
  foot: ReactNode
  children: ReactNode
}

/** A paper of the workshop: A4, black on white, with the design and its versions below. */
export function Sheet({ orderNumber, title, of, paper, foot, children }: SheetProps) {
  const { t } = useTranslation()
  const number = of === undefined ? orderNumber : t('WORKSHOP.ITEM_OF', { number: orderNumber, no: of.item.no, count: of.count })
  return (
    <article className={styles.sheet} aria-label={`${title}, ${number}`}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Mark size={24} />
          Şəbəkə
        </span>
        <h2>{title}</h2>
        <p className={styles.number}>
          {number}
          <br />
          {t('WORKSHOP.SHEET_OF', { no: paper, count: papers })}
        </p>
      </header>
      {children}
      <footer className={styles.foot}>
        {foot}
        {of !== undefined && <p>{t('WORKSHOP.FOOT', { rules: of.item.rules, prices: of.item.prices, code: of.item.code })}</p>}
      </footer>
    </article>
  )
}
