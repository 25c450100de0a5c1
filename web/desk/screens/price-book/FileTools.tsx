import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { Button } from '@shared/components/Button'
import { showToast } from '@shared/toasts'
import { priceBooks, type PriceBook, type PriceBookImport } from '@desk/api/price-books'
import { Dialog } from '@desk/components/Dialog'
import { LinkButton } from '@desk/components/Links'
import { Note } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { keyText } from '@desk/lib/errors'
import { useChange } from '@desk/lib/use-change'
import { isCellName } from './cells'
import { Difference } from './PasteDialog'
import styles from './PriceBook.module.css'
import { cellLabel } from './texts'
import { formatCell, valueOf } from './values'

/** Saves the costs of a book as a file. The service asks for the code. */
export function DownloadButton({ version }: { version: number }) {
  const { t } = useTranslation()
  const save = useChange({ send: () => priceBooks.download(version), onDone: () => undefined })
  return (
    <LinkButton aria-busy={save.isPending || undefined} onClick={() => !save.isPending && save.mutate(undefined)}>
      {t('PRICE_BOOK.CSV_OUT')}
    </LinkButton>
  )
}

interface UploadButtonProps {
  /** Saves what is typed, so that the file is compared with it, and resolves to the version of the record. */
  onBefore: () => Promise<number>
  onDone: (book: PriceBook) => void
}

/** Reads a file of costs: the differences are shown before they become cells of the draft. */
export function UploadButton({ onBefore, onDone }: UploadButtonProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [keys] = useState(() => new AttemptKeys())
  const [stop] = useState(() => new AbortController())
  const [found, setFound] = useState<{ file: File; recordVersion: number; result: PriceBookImport } | null>(null)
  useEffect(() => () => stop.abort(), [stop])
  const send = (file: File, recordVersion: number, dryRun: boolean) => {
    const key = keys.keyFor([file.name, file.size, file.lastModified, recordVersion, dryRun])
    return priceBooks.sendFile({ file, dryRun, recordVersion, key, signal: stop.signal })
  }
  const look = useChange({
    send: async (file: File) => {
      const recordVersion = await onBefore()
      return { file, recordVersion, result: await send(file, recordVersion, true) }
    },
    onDone: setFound,
  })
  const apply = useChange({
    send: ({ file, recordVersion }: { file: File; recordVersion: number }) => send(file, recordVersion, false),
    onDone: ({ book, changes }) => {
      keys.finish()
      setFound(null)
      showToast({ tone: 'done', text: t('PRICE_BOOK.CSV_DONE', { count: Object.keys(changes).length }) })
      if (book !== null) onDone(book)
    },
  })
  return (
    <>
      <LinkButton aria-busy={look.isPending || undefined} onClick={() => input.current?.click()}>
        {t('PRICE_BOOK.CSV_IN')}
      </LinkButton>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('PRICE_BOOK.CSV_FILE')}
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined && !look.isPending) look.mutate(file)
          // The same file again is a change, too.
          target.value = ''
        }}
      />
      {found !== null && (
        <Differences result={found.result} isBusy={apply.isPending} onApply={() => apply.mutate(found)} onClose={() => setFound(null)} />
      )}
    </>
  )
}

interface DifferencesProps {
  result: PriceBookImport
  isBusy: boolean
  onApply: () => void
  onClose: () => void
}

function Differences({ result: { changes, errors }, isBusy, onApply, onClose }: DifferencesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const rows = Object.entries(changes).flatMap(([name, change]) => (isCellName(name) ? [{ name, ...change }] : []))
  return (
    <Dialog
      isKept
      size="wide"
      title={t('PRICE_BOOK.WILL_CHANGE', { count: rows.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" busy={isBusy} disabled={rows.length === 0 || errors.length > 0} onClick={onApply}>
            {t('PRICE_BOOK.CSV_APPLY')}
          </Button>
        </>
      }
    >
      {errors.length > 0 && (
        <Note tone="ruby" role="alert">
          <p>{t('PRICE_BOOK.CSV_WRONG', { count: errors.length })}</p>
          <ul>
            {errors.map(({ row, name, error }) => (
              <li key={`${String(row)}-${name}`}>
                {`${t('PRICE_BOOK.CSV_ROW', { row })}, ${isCellName(name) ? cellLabel(t, name, language) : name}: ${fileErrorText(t, error)}`}
              </li>
            ))}
          </ul>
        </Note>
      )}
      <ul className={styles.differences}>
        {rows.map(({ name, from, to }) => (
          <Difference
            key={name}
            label={cellLabel(t, name, language)}
            from={formatCell(name, valueOf(name, from), language)}
            to={formatCell(name, valueOf(name, to), language)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const fileErrorText = (t: TFunction, key: string): string =>
  key === 'FIELD.OUT_OF_RANGE' ? t('PRICE_BOOK.OUT_OF_RANGE') : (keyText(t, key) ?? t('ERRORS.INVALID'))
