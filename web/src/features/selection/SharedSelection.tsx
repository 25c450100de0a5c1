import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { TextLink } from '@/components/TextLink'
import { decodeSelection } from '@/lib/quote/selection-link'
import type { Piece } from '@/lib/quote/pieces'
import { selectPiece } from '@/stores/selection'
import { showToast } from '@shared/toasts'
import { Row } from './Row'
import { RequestBar, RequestBox } from './RequestBox'
import styles from './SelectionPage.module.css'
import { usePieces } from './use-pieces'

/** The pieces of a link, read only: they never replace one's own. */
export function SharedSelection({ fragment }: { fragment: string }) {
  const { t } = useTranslation()
  const pieces = useMemo(() => decodeSelection(fragment), [fragment])
  if (pieces === null) {
    return (
      <div className={styles.empty}>
        <EmptyState title={t('SELECTION.BAD_LINK')}>
          <ButtonLink variant="primary" href="/selection">
            {t('SELECTION.MINE')}
          </ButtonLink>
        </EmptyState>
      </div>
    )
  }
  return <SharedPieces pieces={pieces} />
}

function SharedPieces({ pieces }: { pieces: readonly Piece[] }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { rows, error, refetch } = usePieces(pieces)
  const box = useRef<HTMLElement>(null)
  const addAll = () => {
    const isComplete = rows.filter(({ isGone }) => !isGone).every(({ piece }) => selectPiece(piece))
    showToast({ tone: isComplete ? 'done' : 'error', text: t(isComplete ? 'SELECTION.ADDED' : 'SELECTION.FULL') })
    navigate('/selection')
  }
  return (
    <div className={styles.columns}>
      <div>
        {error !== null && <ErrorPane text={t('SELECTION.LOAD_ERROR')} onRetry={refetch} />}
        <ul className={styles.list}>
          {rows.map((row, index) => (
            // The pieces of a link have no ids and never change.
            <Row key={index} row={row} />
          ))}
        </ul>
        <div className={styles.shared}>
          <Button onClick={addAll}>{t('SELECTION.ADD_ALL')}</Button>
          <Button onClick={() => box.current?.querySelector('input')?.focus()}>{t('SELECTION.ASK')}</Button>
          <TextLink href="/selection" arrow>
            {t('SELECTION.MINE')}
          </TextLink>
        </div>
      </div>
      <RequestBox ref={box} rows={rows} sent={null} />
      <RequestBar rows={rows} insteadOf={box} />
    </div>
  )
}
