import { Ellipsis, Share2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { hasKey } from '@shared/api/error'
import { classes } from '@shared/components/classes'
import { formatDay, formatShortDateTime } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { call, query } from '@desk/api/client'
import { useMay } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { AttachedFiles } from '@desk/components/AttachedFiles'
import { LinkButton, TextLink } from '@desk/components/Links'
import { Menu, MenuItem } from '@desk/components/Menu'
import { Block, Fact, Facts, Note } from '@desk/components/Parts'
import { RecordMails } from '@desk/components/RecordMails'
import screen from '@desk/components/Screen.module.css'
import { useLanguage } from '@desk/i18n/language'
import { keepOffer, offerPath } from '@desk/lib/offers'
import { reasonTexts, wayTexts } from '@desk/lib/texts'
import { useChange } from '@desk/lib/use-change'
import { useNow } from '@desk/lib/use-now'
import { visitText } from '@desk/lib/visits'
import { OfferBar } from './OfferBar'
import styles from './Offer.module.css'
import { Paper, type Shown } from './Paper'
import { PhoneDialog } from './PhoneDialog'
import { queryClient } from '@desk/api/query-client'
import type { Offer, Quote } from '@desk/api/records'
import { Revisions } from './Revisions'
import { SentDesigns } from './SentDesigns'
import { ShareDialog } from './ShareDialog'
import { shownOffer } from './shown'
import { TextDialog } from './TextDialog'
import { useOfferCall } from './queries'

const importOrder = () => import('./OrderDialog').then((module) => ({ default: module.OrderDialog }))

/** Its form is no part of the screen's first load. */
const OrderDialog = lazy(importOrder)

/** `13-17` as `13:00–17:00`. */
const hoursOf = (window: string): string =>
  window
    .split('-')
    .map((hour) => `${hour}:00`)
    .join('–')

interface SentOfferProps {
  offer: Offer
  quote: Quote | undefined
  customer: string
  sender: Shown['sender']
  mayWrite: boolean
  /** Opens the link at once, after sending. */
  isJustSent: boolean
}

/** An offer that has left the desk: frozen; a change is a new revision. */
export function SentOffer({ offer, quote, customer, sender, mayWrite, isJustSent }: SentOfferProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const [, navigate] = useLocation()
  const mayAcceptLate = useMay('offers.acceptLate')
  const mayOrder = useMay('orders.create')
  const { state, version } = offer
  const canOrder = mayOrder && state === 'accepted' && offer.orderNumber === null
  // The main button of an accepted quote leads here.
  const asksOrder = new URLSearchParams(useSearch()).has('order') && canOrder
  const [open, setOpen] = useState<'share' | 'withdraw' | 'phone' | 'reopen' | 'order' | null>(
    asksOrder ? 'order' : isJustSent ? 'share' : null,
  )
  useEffect(() => {
    // Loaded before it is asked for; a press tries again, and tells.
    if (canOrder) importOrder().catch(() => undefined)
  }, [canOrder])
  const move = useOfferCall(offer.id, () => setOpen(null))
  const isOpen = state === 'sent' || state === 'opened'
  const mayRevise = mayWrite && (isOpen || state === 'declined' || state === 'expired' || state === 'withdrawn')
  const mayAccept = mayWrite && (isOpen || (state === 'expired' && mayAcceptLate))
  const mayReopen = mayWrite && (state === 'declined' || (state === 'accepted' && offer.orderNumber === null))
  const moment = (instant: string) => formatShortDateTime(instant, language)

  const openDraft = (draft: Offer) => navigate(offerPath(offer.quoteNumber, draft.id))
  const revision = useChange({
    send: (revised: number) => call('POST', '/desk/offers/{id}/revise', { path: { id: offer.id }, key: `revise-${offer.id}-${revised}` }),
    onDone: (draft) => {
      keepOffer(draft)
      openDraft(draft)
    },
    onConflict: (present, error) => {
      if (!hasKey(error, 'OFFER.DRAFT_EXISTS')) return undefined
      openDraft(present as Offer)
      return null
    },
  })
  const revise = () => revision.mutate(version)
  const retryMail = useChange({
    send: (id: string) => call('POST', '/desk/mails/{id}/retry', { path: { id } }),
    onDone: () => queryClient.invalidateQueries(query('/desk/offers/{id}', { path: { id: offer.id } })),
  })

  const main = canOrder ? (
    <Button variant="primary" onClick={() => setOpen('order')}>
      {t('OFFERS.CREATE_ORDER')}
    </Button>
  ) : isOpen ? (
    <Button variant="primary" onClick={() => setOpen('share')}>
      <Share2 size={17} strokeWidth={1.5} aria-hidden="true" />
      {t('OFFERS.SHARE')}
    </Button>
  ) : mayRevise ? (
    <Button variant="primary" onClick={revise}>
      {t('OFFERS.REVISE')}
    </Button>
  ) : null

  return (
    <section className={styles.screen} aria-label={t('OFFERS.LABEL', { number: offer.number })} data-covers-tabs>
      <OfferBar offer={offer} customer={customer}>
        <Menu
          trigger={
            <IconButton label={t('OFFERS.MORE')}>
              <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          }
        >
          {mayRevise && <MenuItem onPick={revise}>{t('OFFERS.REVISE')}</MenuItem>}
          {mayAccept && <MenuItem onPick={() => setOpen('phone')}>{t('OFFERS.BY_PHONE')}</MenuItem>}
          {mayReopen && <MenuItem onPick={() => setOpen('reopen')}>{t('OFFERS.REOPEN')}</MenuItem>}
          <MenuItem onPick={() => setOpen('share')}>{t('OFFERS.SHARE')}</MenuItem>
          {mayWrite && isOpen && (
            <MenuItem isDanger onPick={() => setOpen('withdraw')}>
              {t('OFFERS.WITHDRAW')}
            </MenuItem>
          )}
        </Menu>
        {mayAccept && (
          <Button className="wide-only" onClick={() => setOpen('phone')}>
            {t('OFFERS.BY_PHONE')}
          </Button>
        )}
        <span className="wide-only">{main}</span>
      </OfferBar>
      <div className={styles.split}>
        <div className={styles.work}>
          {offer.mail?.state === 'failed' && (
            <Note tone="ruby" role="alert" className={styles.note}>
              <p>{t('OFFERS.MAIL_FAILED', { reason: offer.mail.reason ?? '' })}</p>
              <p>
                <Button size="small" onClick={() => offer.mail !== null && retryMail.mutate(offer.mail.id)}>
                  {t('COMMON.RETRY')}
                </Button>
              </p>
            </Note>
          )}
          <Block title={t('OFFERS.STATE')} className={styles.block}>
            <Facts>
              <Fact label={t('OFFERS.TOTAL')}>
                <b>{formatWithSign(toQepik(offer.total), language)}</b>
              </Fact>
              {offer.depositPercent > 0 && (
                <Fact label={t('OFFERS.DEPOSIT_OF', { percent: offer.depositPercent })}>
                  {formatWithSign(toQepik(offer.deposit), language)}
                </Fact>
              )}
              <Fact label={t('OFFERS.VALID_UNTIL')}>{formatDay(offer.validUntil, language, now)}</Fact>
              {offer.sentAt !== null && (
                <Fact label={t('OFFERS.WAS_SENT')}>{[offer.sentBy?.name, moment(offer.sentAt)].filter(Boolean).join(', ')}</Fact>
              )}
              <Fact label={t('OFFERS.WAS_OPENED')}>{offer.openedAt === null ? t('OFFERS.NOT_YET') : moment(offer.openedAt)}</Fact>
              {offer.decidedAt !== null && (
                <Fact label={t('OFFERS.ANSWER')}>
                  {[
                    state === 'accepted' ? t('OFFERS.ACCEPTED') : state === 'declined' ? t('OFFERS.DECLINED') : null,
                    offer.decidedVia && t(wayTexts[offer.decidedVia]),
                    offer.decidedBy?.name,
                    moment(offer.decidedAt),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Fact>
              )}
              {offer.wishCallWindow !== null && <Fact label={t('OFFERS.WISH_CALL')}>{hoursOf(offer.wishCallWindow)}</Fact>}
              {offer.wishAddress !== null && <Fact label={t('OFFERS.WISH_ADDRESS')}>{offer.wishAddress}</Fact>}
              {offer.reason !== null && <Fact label={t('STATUS.REASON')}>{t(reasonTexts[offer.reason])}</Fact>}
              {offer.visit !== null && (
                <Fact label={t('VISIT.LABEL')}>
                  <span className={styles.visit}>{visitText(t, offer.visit)}</span>
                </Fact>
              )}
              {offer.orderNumber !== null && (
                <Fact label={t('OFFERS.MADE_ORDER')}>
                  <TextLink href={`/orders/${offer.orderNumber}`}>{offer.orderNumber}</TextLink>
                </Fact>
              )}
            </Facts>
            {offer.reasonText !== null && offer.reasonText !== '' && (
              <p className={styles.quoted} lang={offer.language}>
                {offer.reasonText}
              </p>
            )}
            <AttachedFiles files={offer.files} />
            <p className="dim small">{t('OFFERS.FROZEN')}</p>
            {mayRevise && <LinkButton onClick={revise}>{t('OFFERS.REVISE')}</LinkButton>}
          </Block>
          <SentDesigns offer={offer} quote={quote} />
          <RecordMails about={{ offer: offer.number }} assigneeId={quote?.assignee?.id ?? null} />
          <Revisions offer={offer} />
        </div>
        <aside className={styles.side} data-always aria-label={t('OFFERS.PREVIEW')}>
          <h2 className={styles.sideTitle}>{t('OFFERS.PREVIEW')}</h2>
          <Paper shown={shownOffer(offer, quote?.customer.name ?? null, sender)} />
        </aside>
      </div>
      {main !== null && (
        <div className={classes(screen.dock, styles.dock, 'phone-only')}>
          <div>
            <p className="dim small">{t('OFFERS.TOTAL')}</p>
            <b className={styles.dockSum}>{formatWithSign(toQepik(offer.total), language)}</b>
          </div>
          {main}
        </div>
      )}
      {open === 'share' && <ShareDialog offer={offer} onClose={() => setOpen(null)} />}
      {open === 'withdraw' && (
        <TextDialog
          title={t('OFFERS.WITHDRAW_TITLE')}
          description={t('OFFERS.WITHDRAW_TEXT')}
          label={t('OFFERS.COMMENT')}
          confirm={t('OFFERS.WITHDRAW')}
          isNeeded={false}
          isDanger
          maxLength={500}
          isBusy={move.isPending}
          onClose={() => setOpen(null)}
          onConfirm={(text) => move.mutate({ path: 'withdraw', body: { version, text } })}
        />
      )}
      {open === 'phone' && (
        <PhoneDialog
          offer={offer}
          isBusy={move.isPending}
          onClose={() => setOpen(null)}
          onConfirm={(answer) => move.mutate({ path: 'accepted-by-phone', body: { version, total: offer.total, ...answer } })}
        />
      )}
      {open === 'reopen' && (
        <TextDialog
          title={t('OFFERS.REOPEN_TITLE')}
          description={t('OFFERS.REOPEN_TEXT')}
          label={t('STATUS.REASON')}
          confirm={t('OFFERS.REOPEN')}
          isNeeded
          maxLength={500}
          isBusy={move.isPending}
          onClose={() => setOpen(null)}
          onConfirm={(text) => move.mutate({ path: 'reopen', body: { version, text } })}
        />
      )}
      {open === 'order' && (
        <Suspense fallback={null}>
          <OrderDialog
            offer={offer}
            quote={quote}
            onClose={() => setOpen(null)}
            onMade={(orderNumber) => navigate(`/orders/${orderNumber}`)}
          />
        </Suspense>
      )}
    </section>
  )
}
