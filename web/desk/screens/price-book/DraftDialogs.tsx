import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { showToast } from '@shared/toasts'
import { focusField } from '@desk/components/record/focus-field'
import { DiscardDialog } from './DiscardDialog'
import { PasteDialog } from './PasteDialog'
import { PublishDialog, type Refused } from './PublishDialog'
import { forgetDraft, keepBook } from './queries'
import type { OpenDraft } from './use-open-draft'
import { bookAddress } from './VersionsDialog'

export type DraftDialog = 'publish' | 'discard' | 'paste'

interface DraftDialogsProps {
  draft: OpenDraft
  open: DraftDialog | null
  against: number | null
  /** RFC 3339; null for at once. */
  validFrom: string | null
  onClose: () => void
}

/** The dialogs of the draft, of which one may be open. */
export function DraftDialogs({ draft, open, against, validFrom, onClose }: DraftDialogsProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { store, state } = draft.editing
  const { book, cells } = state.record
  const refuse = (refused: Refused) => {
    onClose()
    draft.refuse(refused)
    const [first] = Object.keys(refused)
    if (first === 'rules') showToast({ tone: 'error', text: t('PRICE_BOOK.RULES_UNKNOWN') })
    else if (first !== undefined) focusField(first)
  }
  if (open === 'paste') {
    return (
      <PasteDialog
        cells={cells}
        onPaste={(pasted) => {
          for (const [name, typed] of pasted) draft.change(name, typed)
        }}
        onClose={onClose}
      />
    )
  }
  if (open === 'discard') {
    return (
      <DiscardDialog
        book={book}
        changes={draft.changes}
        onDone={() => {
          store.takeBack()
          forgetDraft(null)
          queueMicrotask(() => navigate(bookAddress()))
        }}
        onChanged={keepBook}
        onClose={onClose}
      />
    )
  }
  if (open === null) return null
  return (
    <PublishDialog
      book={book}
      validFrom={validFrom}
      effect={draft.effect.data}
      against={against}
      jumps={draft.jumps.open}
      onConfirmJump={draft.jumps.confirm}
      onPublished={(published) => {
        forgetDraft(published)
        showToast({ tone: 'done', text: t(published.state === 'planned' ? 'PRICE_BOOK.IS_PLANNED' : 'PRICE_BOOK.IS_PUBLISHED') })
        queueMicrotask(() => navigate(bookAddress(published.version)))
      }}
      onRefused={refuse}
      onChanged={(present) => {
        keepBook(present)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
