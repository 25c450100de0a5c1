import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Piece } from '@/lib/quote/pieces'
import styles from './Row.module.css'

/** Controls of a row, absent where it is read only. */
export interface RowControls {
  /** The remove button. */
  corner?: ReactNode
  /** The quantity, as a field where it can be changed. */
  quantity?: ReactNode
  /** Links below the words. */
  actions?: ReactNode
}

interface RowFrameProps extends RowControls {
  piece: Piece
  picture: ReactNode
  /** False where there is none: the words take its place. */
  drawing: ReactNode
  name: ReactNode
  /** Size, colours and inside. */
  facts: ReactNode
  /** Why the piece is not sent. */
  problem: ReactNode
  price: ReactNode
}

/** The places of a row. */
export function RowFrame({ piece, picture, drawing, name, facts, problem, price, corner, quantity, actions }: RowFrameProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <li className={styles.row} data-undrawn={drawing === false || undefined} tabIndex={-1} aria-labelledby={id}>
      {picture}
      {drawing}
      <div className={styles.words}>
        <h2 id={id} className={styles.name}>
          {name}
        </h2>
        {facts}
        {piece.note !== '' && <p className={styles.note}>{piece.note}</p>}
        {problem}
        {actions !== undefined && <p className={styles.actions}>{actions}</p>}
      </div>
      <div className={styles.end}>
        {corner}
        {quantity ?? <p>{t('QUOTE.PIECES', { count: piece.quantity })}</p>}
        {price}
      </div>
    </li>
  )
}
