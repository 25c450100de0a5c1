import { UserRound } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { formatShortDateTime } from '@shared/dates'
import type { PriceBook, PriceBookRow } from '@desk/api/price-books'
import { useMe } from '@desk/api/session'
import { LinkButton } from '@desk/components/Links'
import { focusField } from '@desk/components/record/focus-field'
import { RefusedFields } from '@desk/components/record/RefusedFields'
import { SaveGuard } from '@desk/components/record/SaveGuard'
import { Block, Note } from '@desk/components/Parts'
import { noticeClass } from '@desk/components/RecordPage'
import { useLanguage } from '@desk/i18n/language'
import { readTime } from '@desk/lib/moments'
import { cellNames } from './cells'
import { DraftDialogs, type DraftDialog } from './DraftDialogs'
import { Effect, percentText } from './Effect'
import { DownloadButton, UploadButton } from './FileTools'
import { Frame } from './Frame'
import { Points } from './Points'
import styles from './PriceBook.module.css'
import { keepBook } from './queries'
import { SaveState } from './SaveState'
import { cellLabel } from './texts'
import { useOpenDraft, type OpenDraft } from './use-open-draft'
import { ValidFrom } from './ValidFrom'
import type { Cells } from './values'

interface DraftScreenProps {
  book: PriceBook
  before: Cells | null
  /** Version of the book before; null where there is none. */
  against: number | null
  rows: readonly PriceBookRow[]
  notice: ReactNode
}

/** The draft: its cells save themselves, and beside them stands what they do to the prices. */
export function DraftScreen({ book, before, against, rows, notice }: DraftScreenProps) {
  const { t } = useTranslation()
  const draft = useOpenDraft(book, before, against)
  const { editing, save, effect, changes, unsaved, wrong } = draft
  const { store, state } = editing
  const [open, setOpen] = useState<DraftDialog | null>(null)
  const [validFrom, setValidFrom] = useState('')
  const side = useRef<HTMLDivElement>(null)
  const at = readTime(validFrom)

  const askPublish = async () => {
    await save()
    const left = cellNames.filter((name) => name in store.getState().typed)
    const [first] = [...left, ...wrong]
    if (first !== undefined) focusField(first)
    else if ('error' in at) focusField('validFrom')
    else setOpen('publish')
  }
  const readVersion = async () => {
    await save()
    return store.getState().record.version
  }
  const toEffect = () => {
    side.current?.scrollIntoView({ block: 'start' })
    side.current?.focus({ preventScroll: true })
  }
  const publishButton = (
    <Button variant="primary" onClick={() => void askPublish()}>
      {t('PRICE_BOOK.PUBLISH')}
    </Button>
  )
  const discardButton = (
    <Button onClick={() => setOpen('discard')} className={styles.discard}>
      {t('PRICE_BOOK.DISCARD')}
    </Button>
  )
  return (
    <>
      <Frame
        row={state.record.book}
        rows={rows}
        view={draft.view}
        bar={
          <SaveState
            changed={changes}
            unsaved={unsaved}
            isSaving={state.isSaving}
            at={state.record.changedAt}
            onRetry={() => void save()}
          />
        }
        actions={
          <>
            <span className="wide-only">{discardButton}</span>
            <span className="wide-only">{publishButton}</span>
          </>
        }
        faults={<Faults draft={draft} />}
        above={<Notices draft={draft} notice={notice} />}
        tools={
          <span className={styles.tools}>
            <DownloadButton version={book.version} />
            <UploadButton onBefore={readVersion} onDone={keepBook} />
            <LinkButton onClick={() => setOpen('paste')}>{t('PRICE_BOOK.PASTE')}</LinkButton>
          </span>
        }
        sideLabel={t('PRICE_BOOK.EFFECT')}
        side={
          <>
            <div ref={side} className={styles.effect} tabIndex={-1}>
              {against !== null && <Effect effect={effect} wrong={wrong} onCell={focusField} />}
            </div>
            <Block title={t('PRICE_BOOK.ON_PUBLISH')}>
              <Points effect={effect.data} against={against} />
              <ValidFrom value={validFrom} onValue={setValidFrom} refusal={draft.refused.validFrom} />
            </Block>
            <span className="phone-only">{discardButton}</span>
          </>
        }
        dock={
          <>
            <DockFacts draft={draft} />
            <Button onClick={toEffect}>{t('PRICE_BOOK.EFFECT')}</Button>
            {publishButton}
          </>
        }
      />
      <DraftDialogs draft={draft} open={open} against={against} validFrom={'value' in at ? at.value : null} onClose={() => setOpen(null)} />
      <SaveGuard count={unsaved} isBusy={state.isSaving} onSave={save} />
    </>
  )
}

/** The cells with an error: in the bar, or above the work of phones. */
function Faults({ draft: { faulty, unsaved }, isAbove = false }: { draft: OpenDraft; isAbove?: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <RefusedFields
      text={unsaved === 0 ? t('PRICE_BOOK.PUT_RIGHT') : undefined}
      fields={faulty}
      label={(name) => cellLabel(t, name, language)}
      onField={focusField}
      isAbove={isAbove}
      className={isAbove ? 'phone-only' : 'wide-only'}
    />
  )
}

/** Above the work: faults, and the person who changed the draft last, if that is another one. */
function Notices({ draft, notice }: { draft: OpenDraft; notice: ReactNode }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const { changedBy, changedAt } = draft.editing.state.record
  return (
    <>
      {notice}
      <Faults draft={draft} isAbove />
      {changedBy !== null && changedBy.id !== me.id && changedAt !== null && (
        <Note role="status" icon={UserRound} className={noticeClass}>
          {t('PRICE_BOOK.OF_OTHER', { name: changedBy.name, time: formatShortDateTime(changedAt, language) })}
        </Note>
      )}
    </>
  )
}

/** Number of changes and their mean effect, at the lower edge of phones. */
function DockFacts({ draft: { changes, effect } }: { draft: OpenDraft }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <span className={styles.dockFacts}>
      <span className="small dim">{t('PRODUCT.CHANGES', { count: changes })}</span>
      <b>{effect.data === undefined ? '' : percentText(effect.data.meanPercent, language)}</b>
    </span>
  )
}
