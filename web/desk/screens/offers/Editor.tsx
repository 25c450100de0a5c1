import { Check, CircleAlert, DraftingCompass, Ellipsis, Eye, PenLine, Plus, Send } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { classes } from '@shared/components/classes'
import { timeInBaku } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { parseAmount } from '@shared/forms/amount'
import { parseWhole } from '@shared/forms/whole'
import { call } from '@desk/api/client'
import type { Offer, Quote } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { LinkButton } from '@desk/components/Links'
import { Dialog } from '@desk/components/Dialog'
import { Menu, MenuItem } from '@desk/components/Menu'
import { EmptyState } from '@shared/components/EmptyState'
import { Block } from '@desk/components/Parts'
import screen from '@desk/components/Screen.module.css'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { isCommand, useCommandKey } from '@desk/lib/keys'
import { reloadOffersOf, useCreateOffer } from '@desk/lib/offers'
import { offerSums } from '@desk/lib/offer-sums'
import { showToast } from '@shared/toasts'
import { useChange } from '@desk/lib/use-change'
import { usePhone } from '@desk/lib/use-phone'
import { ApprovalNote } from './ApprovalNote'
import { CostPanels } from './CostPanels'
import { designedPieces } from './designed-pieces'
import { DesignNote } from './DesignNote'
import { DesignNotices } from './DesignNotices'
import { DesignPicker } from './DesignPicker'
import { copiedLines } from './draft'
import { InvalidDraft, type DraftState } from './draft-store'
import { freeLine, numbersOf, type LineDraft } from '@desk/components/lines/line'
import { LineRows } from '@desk/components/lines/LineRows'
import { LineTable } from '@desk/components/lines/LineTable'
import styles from './Offer.module.css'
import { OfferBar } from './OfferBar'
import { OfferFiles } from './OfferFiles'
import { Paper } from './Paper'
import { ProductPicker } from '@desk/components/lines/ProductPicker'
import { useOffersOf, useRenewPrices } from './queries'
import { SendDialog } from './SendDialog'
import { shownDraft } from './shown'
import { Sums } from '@desk/components/lines/Sums'
import { Terms } from './Terms'
import { useCosts } from './use-costs'
import { useDraft } from './use-draft'
import { useLines } from '@desk/components/lines/use-lines'
import { languageTexts } from '@desk/lib/texts'

interface EditorProps {
  offer: Offer
  quote: Quote | undefined
  customer: string
  sender: { name: string; phone: string | null }
}

/** A draft: what is typed is saved after each pause, and shown beside as the customer will see it. */
export function Editor({ offer: loaded, quote, customer, sender }: EditorProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isPhone = usePhone()
  const mayFile = useMay('media.file')
  const [, navigate] = useLocation()
  const [state, store] = useDraft(loaded)
  const { offer, draft, errors } = state
  const [open, setOpen] = useState<'products' | 'designs' | 'copy' | 'preview' | 'delete' | null>(null)
  const [sending, setSending] = useState<Offer | null>(null)
  const [openLine, setOpenLine] = useState<string | null>(null)
  const copy = useCreateOffer(offer.quoteNumber)
  const costs = useCosts(loaded)
  const mayDetach = useMay('offers.detachDesign')
  const [detaching, setDetaching] = useState<string | null>(null)
  const editing = {
    ...useLines(draft.lines, errors, store.change),
    designNote: ({ key, id, design }: LineDraft) => (
      <DesignNote
        code={design?.code ?? ''}
        design={offer.lines.find((line) => line.id === id)?.design ?? undefined}
        onDetach={mayDetach ? () => setDetaching(key) : undefined}
      />
    ),
  }
  const hasPieces = quote !== undefined && designedPieces(quote).length > 0
  const isOver = draft.lines.some((line) => editing.isOver(line))

  const readable = draft.lines.map((line) => {
    const { quantity, listPrice, discount } = numbersOf(line)
    return { quantity: quantity ?? 0, listPrice: listPrice ?? 0, discount: discount ?? 0 }
  })
  const deliveryPrice = parseAmount(draft.deliveryPrice) ?? 0
  const depositPercent = parseWhole(draft.depositPercent, 0, 100) ?? 0
  const sums = offerSums(readable, deliveryPrice, depositPercent)
  const shown = shownDraft({ offer, draft, sums, deliveryPrice, depositPercent, customer: quote?.customer.name ?? null, sender })

  const save = async (): Promise<Offer | null> => {
    try {
      return await store.flush()
    } catch (failure) {
      showToast({ tone: 'error', text: failure instanceof InvalidDraft ? t('OFFERS.CORRECT') : errorText(t, failure) })
      return null
    }
  }
  const renewal = useRenewPrices(offer.id, () => showToast({ tone: 'done', text: t('DESIGNED.RENEWED') }))
  const renew = async () => {
    const saved = await save()
    if (saved !== null) renewal.mutate(saved.version)
  }
  const isWaiting = offer.approval.state === 'asked'
  const waitText = isWaiting ? t('OFFERS.APPROVAL_WAITS') : undefined
  const send = async () => {
    if (isWaiting) {
      showToast({ tone: 'error', text: t('OFFERS.APPROVAL_WAITS') })
      return
    }
    if (draft.lines.length === 0) {
      showToast({ tone: 'error', text: t('OFFERS.NO_LINES') })
      return
    }
    const saved = await save()
    if (saved !== null) setSending(saved)
  }
  const remove = useChange({
    send: (version: number) => call('DELETE', '/desk/offers/{id}', { path: { id: offer.id }, query: { version } }),
    onDone: () => {
      store.drop()
      reloadOffersOf(offer.quoteNumber)
      navigate(`/quotes/${offer.quoteNumber}`)
    },
  })
  const addFree = () => {
    const line = freeLine()
    editing.add(line)
    if (isPhone) setOpenLine(line.key)
  }
  useCommandKey('enter', true, () => void send())
  useCommandKey('s', true, () => void save())
  // The same while something is typed.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches('input, textarea, select')) return
    if (isCommand(event, 'enter')) {
      event.preventDefault()
      void send()
    } else if (isCommand(event, 's')) {
      event.preventDefault()
      void save()
    }
  }

  return (
    // The keys of the editor work from each of its fields; the buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles.screen} aria-label={t('OFFERS.LABEL', { number: offer.number })} data-covers-tabs onKeyDown={onKeyDown}>
      <OfferBar offer={offer} customer={customer} aside={<SaveState state={state} onRetry={() => void save()} />}>
        <Menu
          trigger={
            <IconButton label={t('OFFERS.MORE')}>
              <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem onPick={() => copy.mutate(offer.id)}>{t('OFFERS.COPY_OFFER')}</MenuItem>
          <MenuItem isDanger onPick={() => setOpen('delete')}>
            {t('OFFERS.DELETE')}
          </MenuItem>
        </Menu>
        <Button variant="primary" className="wide-only" disabled={isWaiting} title={waitText} onClick={() => void send()}>
          <Send size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('OFFERS.SEND')}
        </Button>
      </OfferBar>
      <div className={styles.split}>
        <div className={styles.work}>
          <ApprovalNote offer={offer} isOver={isOver} mayWrite onSave={save} />
          <Block
            title={t('OFFERS.LINES')}
            className={styles.block}
            aside={<LinkButton onClick={() => setOpen('copy')}>{t('OFFERS.COPY_LINES')}</LinkButton>}
          >
            <p className={`${styles.hint ?? ''} dim small`}>{t('OFFERS.IN_LANGUAGE', { language: t(languageTexts[draft.language]) })}</p>
            <DesignNotices offer={offer} onRenew={() => void renew()} isBusy={renewal.isPending} />
            {draft.lines.length === 0 && <p className={`${styles.nothing ?? ''} dim`}>{t('OFFERS.EMPTY')}</p>}
            {draft.lines.length > 0 &&
              (isPhone ? (
                <LineRows editing={editing} contentLanguage={draft.language} open={openLine} onOpen={setOpenLine} />
              ) : (
                <LineTable editing={editing} contentLanguage={draft.language} />
              ))}
            <CostPanels offer={loaded} quote={quote} costs={costs} />
            <div className={styles.adding}>
              {hasPieces && (
                <Button size="small" disabled={!editing.canAdd} onClick={() => setOpen('designs')}>
                  <DraftingCompass size={16} strokeWidth={1.5} aria-hidden="true" />
                  {t('DESIGNED.FROM_QUOTE')}
                </Button>
              )}
              <Button size="small" disabled={!editing.canAdd} onClick={() => setOpen('products')}>
                <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
                {t('OFFERS.FROM_CATALOG')}
              </Button>
              <Button size="small" disabled={!editing.canAdd} onClick={addFree}>
                <PenLine size={16} strokeWidth={1.5} aria-hidden="true" />
                {t('OFFERS.ADD_FREE')}
              </Button>
            </div>
            <Sums {...sums} deliveryPrice={deliveryPrice} depositPercent={depositPercent} />
          </Block>
          <Terms draft={draft} errors={errors} deposit={sums.deposit} change={store.change} />
          {mayFile && <OfferFiles offer={offer} draft={draft} change={store.change} />}
        </div>
        <aside className={styles.side} aria-label={t('OFFERS.PREVIEW')}>
          <h2 className={styles.sideTitle}>{t('OFFERS.PREVIEW')}</h2>
          <Paper shown={shown} />
        </aside>
      </div>
      <div className={classes(screen.dock, styles.dock, 'phone-only')}>
        <div>
          <p className="dim small">{t('OFFERS.TOTAL_OF', { count: draft.lines.length })}</p>
          <b className={styles.dockSum}>{formatWithSign(sums.total, language)}</b>
        </div>
        <IconButton variant="secondary" label={t('OFFERS.PREVIEW')} onClick={() => setOpen('preview')}>
          <Eye size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <Button variant="primary" disabled={isWaiting} title={waitText} onClick={() => void send()}>
          <Send size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('OFFERS.SEND')}
        </Button>
      </div>
      {open === 'products' && (
        <ProductPicker
          contentLanguage={draft.language}
          canAdd={editing.canAdd}
          onPick={(line) => editing.add(line)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'designs' && quote !== undefined && (
        <DesignPicker quote={quote} contentLanguage={draft.language} onPick={(line) => editing.add(line)} onClose={() => setOpen(null)} />
      )}
      {detaching !== null && (
        <Dialog
          title={t('DESIGNED.DETACH_TITLE')}
          description={t('DESIGNED.DETACH_TEXT')}
          onClose={() => setDetaching(null)}
          actions={
            <>
              <Button onClick={() => setDetaching(null)}>{t('COMMON.KEEP')}</Button>
              <Button
                variant="danger"
                onClick={() => {
                  editing.change(detaching, { design: null, isDetached: true })
                  setDetaching(null)
                }}
              >
                {t('DESIGNED.DETACH')}
              </Button>
            </>
          }
        />
      )}
      {open === 'copy' && <CopyDialog offer={offer} onPick={(lines) => editing.add(...lines)} onClose={() => setOpen(null)} />}
      {open === 'preview' && (
        <Dialog
          title={t('OFFERS.PREVIEW')}
          onClose={() => setOpen(null)}
          actions={<Button onClick={() => setOpen(null)}>{t('COMMON.CLOSE')}</Button>}
        >
          <Paper shown={shown} />
        </Dialog>
      )}
      {open === 'delete' && (
        <Dialog
          title={t('OFFERS.DELETE_TITLE')}
          description={t('OFFERS.DELETE_TEXT')}
          onClose={() => setOpen(null)}
          actions={
            <>
              <Button onClick={() => setOpen(null)}>{t('COMMON.KEEP')}</Button>
              <Button variant="danger" onClick={() => remove.mutate(store.getState().offer.version)}>
                {t('OFFERS.DELETE')}
              </Button>
            </>
          }
        />
      )}
      {sending !== null && (
        <SendDialog
          offer={sending}
          quote={quote}
          onClose={() => setSending(null)}
          onSent={() => {
            store.drop()
            setSending(null)
          }}
        />
      )}
    </section>
  )
}

function SaveState({ state, onRetry }: { state: DraftState; onRetry: () => void }) {
  const { t } = useTranslation()
  const { phase, offer } = state
  if (phase === 'failed') {
    return (
      <span className={styles.saved} data-tone="ruby" role="status">
        <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
        <span>{t('OFFERS.NOT_SAVED')}</span> <LinkButton onClick={onRetry}>{t('COMMON.RETRY')}</LinkButton>
      </span>
    )
  }
  return (
    <span className={styles.saved} role="status">
      {phase === 'saved' && <Check size={16} strokeWidth={1.5} aria-hidden="true" />}
      <span>
        {phase === 'saved'
          ? t('OFFERS.SAVED_AT', { time: timeInBaku(offer.changedAt) })
          : phase === 'invalid'
            ? t('OFFERS.INVALID')
            : t('OFFERS.SAVING')}
      </span>
    </span>
  )
}

interface CopyDialogProps {
  offer: Offer
  onPick: (lines: LineDraft[]) => void
  onClose: () => void
}

/** Adds the lines of another offer of the quote. */
function CopyDialog({ offer, onPick, onClose }: CopyDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: offers = [] } = useOffersOf(offer.quoteNumber)
  const others = offers.filter(({ id, lines }) => id !== offer.id && lines.length > 0)
  useEffect(() => reloadOffersOf(offer.quoteNumber), [offer.quoteNumber])
  return (
    <Dialog title={t('OFFERS.COPY_LINES')} onClose={onClose} actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}>
      {others.length === 0 ? (
        <EmptyState title={t('OFFERS.NO_OTHERS')} />
      ) : (
        <ul className={styles.others}>
          {others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className={styles.other}
                onClick={() => {
                  onPick(copiedLines(other, language))
                  onClose()
                }}
              >
                <span>
                  <b>{other.number}</b>, {t('OFFERS.REVISION', { count: other.revision, ordinal: true })}
                  <br />
                  <span className="dim small">{other.lines.map(({ name }) => name).join(', ')}</span>
                </span>
                <span className="push nowrap">{formatWithSign(toQepik(other.total), language)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
