import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { DesignTextsContext } from '@/lib/design/design-texts'
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal'
import { clearSelection, markSelectionSent, useSelection } from '@/stores/selection'
import { showToast } from '@shared/toasts'
import { OwnRow } from './OwnRow'
import { Places } from './Places'
import { RequestBar, RequestBox } from './RequestBox'
import styles from './SelectionPage.module.css'
import { ShareSection } from './ShareSection'
import { noRefusals, usePieces } from './use-pieces'

/** The pieces of this browser with one request for them all. */
export function OwnSelection() {
  const { t } = useTranslation()
  const { pieces, sent, isKept } = useSelection()
  const [refusals, setRefusals] = useState(noRefusals)
  const { rows, texts, error, refetch } = usePieces(pieces, refusals)
  const { list, empty, onRemove } = useFocusAfterRemoval(pieces.length)
  const box = useRef<HTMLElement>(null)

  if (pieces.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState ref={empty} title={t('SELECTION.EMPTY')}>
          <ButtonLink variant="primary" href="/shop">
            {t('COMMON.FROM_SHOP')}
          </ButtonLink>
        </EmptyState>
        <Places />
      </div>
    )
  }
  const clear = () => {
    onRemove(0)
    const undo = clearSelection()
    showToast({ tone: 'done', text: t('SELECTION.CLEARED'), action: { label: t('SELECTION.UNDO'), run: undo } })
  }
  return (
    <DesignTextsContext value={texts}>
      <div className={styles.columns}>
        <div>
          {!isKept && (
            <p role="status" className={styles.notice}>
              {t('SELECTION.NO_STORAGE')}
            </p>
          )}
          {error !== null && <ErrorPane text={t('SELECTION.LOAD_ERROR')} onRetry={refetch} />}
          <ul ref={list} className={styles.list}>
            {pieces.map(({ id }, index) => {
              const row = rows[index]
              return row && <OwnRow key={id} id={id} row={row} left={pieces.length - 1} onRemove={() => onRemove(index)} />
            })}
          </ul>
          <p className={styles.clear}>
            <button type="button" className={styles.link} onClick={clear}>
              {t('SELECTION.CLEAR')}
            </button>
          </p>
          <ShareSection rows={rows} />
          <Places />
        </div>
        <RequestBox
          ref={box}
          rows={rows}
          sent={sent}
          onSent={(number) => markSelectionSent(pieces, number)}
          onRefused={setRefusals}
          isOwn
        />
        <RequestBar rows={rows} insteadOf={box} />
      </div>
    </DesignTextsContext>
  )
}
