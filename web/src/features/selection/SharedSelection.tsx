import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { TextLink } from '@/components/TextLink'
import { DesignTextsContext } from '@/lib/design/design-texts'
import { decodeSelection } from '@/lib/quote/selection-link'
import type { Piece } from '@/lib/quote/pieces'
import { selectPiece } from '@/stores/selection'
import { showToast } from '@shared/toasts'
import { Row } from './Row'
import { RequestBar, RequestBox } from './RequestBox'
import styles from './SelectionPage.module.css'
import { noRefusals, usePieces, type PieceRow } from './use-pieces'

/** The pieces of a link, read only: they never replace one's own. */
export function SharedSelection({ fragment }: { fragment: string }) {
  const pieces = useMemo(() => decodeSelection(fragment), [fragment])
  return pieces === null ? <BadLink /> : <SharedPieces pieces={pieces} />
}

function BadLink() {
  const { t } = useTranslation()
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

/** Whether a row shows that the link is broken: the rules, which load later, read its design. Designs of older rules are whole. */
const isBroken = (row: PieceRow): boolean => row.kind === 'design' && (row.lost === 'broken' || row.lost === 'impossible')

function SharedPieces({ pieces }: { pieces: readonly Piece[] }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [refusals, setRefusals] = useState(noRefusals)
  const { rows, texts, error, refetch } = usePieces(pieces, refusals)
  const box = useRef<HTMLElement>(null)
  const addAll = () => {
    const isComplete = rows.filter(({ isGone }) => !isGone).every(({ piece }) => selectPiece(piece))
    showToast({ tone: isComplete ? 'done' : 'error', text: t(isComplete ? 'SELECTION.ADDED' : 'SELECTION.FULL') })
    navigate('/selection')
  }
  if (rows.some(isBroken)) return <BadLink />
  return (
    <DesignTextsContext value={texts}>
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
        <RequestBox ref={box} rows={rows} sent={null} onRefused={setRefusals} />
        <RequestBar rows={rows} insteadOf={box} />
      </div>
    </DesignTextsContext>
  )
}
