import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { Button } from '@shared/components/Button'
import { formatDateTime } from '@shared/dates'
import { priceBooks, type PriceBook, type PriceEffect } from '@desk/api/price-books'
import { Dialog } from '@desk/components/Dialog'
import { Note } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { useChange } from '@desk/lib/use-change'
import { signedPercent } from './Cell'
import type { CellName } from './cells'
import { effectText } from './Effect'
import { Points } from './Points'
import styles from './PriceBook.module.css'
import { cellLabel } from './texts'

/** Refusals of a publishing by cell, `validFrom` or `rules`. */
export type Refused = Readonly<Record<string, string>>

type Outcome = { book: PriceBook } | { refused: Refused }

interface PublishDialogProps {
  book: Pick<PriceBook, 'version' | 'recordVersion'>
  /** RFC 3339; null for at once. */
  validFrom: string | null
  effect: PriceEffect | undefined
  against: number | null
  /** Large changes that nobody has confirmed yet, in percent or points. */
  jumps: readonly { name: CellName; jump: number }[]
  onConfirmJump: (name: CellName) => void
  onPublished: (book: PriceBook) => void
  onRefused: (refused: Refused) => void
  /** Somebody else changed the draft meanwhile. */
  onChanged: (present: PriceBook) => void
  onClose: () => void
}

/** The last question before the book is published; the service asks for the code. */
export function PublishDialog(props: PublishDialogProps) {
  const { book, validFrom, effect, against, jumps, onConfirmJump, onPublished, onRefused, onChanged, onClose } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const publish = useChange<undefined, Outcome>({
    send: async (_, keyFor) => {
      const body = { recordVersion: book.recordVersion, ...(validFrom !== null && { validFrom }) }
      try {
        return { book: await priceBooks.publish(body, keyFor(body)) }
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return { refused: error.errors }
        throw error
      }
    },
    onDone: (outcome) => {
      if ('book' in outcome) onPublished(outcome.book)
      else onRefused(outcome.refused)
    },
    onConflict: (present) => {
      onChanged(present as PriceBook)
      return undefined
    },
  })
  const number = t('PRICE_BOOK.ORDINAL', { count: book.version, ordinal: true })
  return (
    <Dialog
      isKept
      title={t('PRICE_BOOK.PUBLISH_TITLE', { number })}
      description={
        validFrom === null ? t('PRICE_BOOK.PUBLISH_NOW') : t('PRICE_BOOK.PUBLISH_AT', { time: formatDateTime(validFrom, language) })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" busy={publish.isPending} disabled={jumps.length > 0} onClick={() => publish.mutate(undefined)}>
            {t('PRICE_BOOK.PUBLISH')}
          </Button>
        </>
      }
    >
      {jumps.length > 0 && (
        <Note tone="amber" role="status">
          <p>
            <b>{t('PRICE_BOOK.IS_RIGHT')}</b>
          </p>
          <ul className={styles.jumps}>
            {jumps.map(({ name, jump }) => (
              <li key={name}>
                <span>
                  {cellLabel(t, name, language)}: {signedPercent(jump)} %
                </span>
                <Button size="small" onClick={() => onConfirmJump(name)}>
                  {t('PRICE_BOOK.YES_RIGHT')}
                </Button>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {effect !== undefined && <p>{effectText(t, effect, language)}.</p>}
      <Points effect={effect} against={against} />
    </Dialog>
  )
}
