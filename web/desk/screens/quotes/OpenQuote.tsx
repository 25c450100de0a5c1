import { ChevronDown, ChevronUp, FileText, MessageCircle, PanelRight, Phone, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@shared/components/classes'
import type { Quote } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { Button, ButtonLink, buttonClass } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { LinkButton } from '@desk/components/Links'
import { MissingParts, Note } from '@desk/components/Parts'
import { CallLink } from '@desk/components/PhoneLinks'
import { BackLink, RecordPage } from '@desk/components/RecordPage'
import screen from '@desk/components/Screen.module.css'
import { Viewers } from '@desk/components/Viewers'
import { useKeys } from '@desk/lib/keys'
import { offerPath, useCreateOffer } from '@desk/lib/offers'
import { customerName } from '@desk/lib/quotes'
import { lookAt } from '@desk/lib/stream'
import { AssigneeMenu } from './AssigneeMenu'
import { Composer, type ComposerTab } from './Composer'
import { FactsPanel } from './FactsPanel'
import styles from './OpenQuote.module.css'
import { useQuote } from './queries'
import { QuoteTimeline } from './QuoteTimeline'
import { StatusMenu } from './StatusMenu'
import { useAssign } from './use-assign'

interface OpenQuoteProps {
  number: string
  back: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

export function OpenQuote({ number, back, onPrevious, onNext }: OpenQuoteProps) {
  const quote = useQuote(number)
  const isEditing = useRef(false)
  useEffect(() => lookAt('quote', number, () => isEditing.current), [number])

  return (
    <RecordPage
      query={quote}
      label={number}
      missing={{ title: 'QUOTE.NOT_FOUND', text: 'QUOTE.NOT_FOUND_TEXT' }}
      bar={
        <header className={screen.bar}>
          <BackLink href={back} className={styles.back} />
          <h1>{number}</h1>
        </header>
      }
    >
      {(data, notice) => (
        <QuotePane
          quote={data}
          notice={
            <>
              {notice}
              <MissingParts
                missing={data.missing}
                texts={{ order: 'QUOTE.ORDERS_MISSING', notification: 'QUOTE.MAILS_MISSING' }}
                onRetry={() => void quote.retry()}
              />
            </>
          }
          back={back}
          onPrevious={onPrevious}
          onNext={onNext}
          onEditing={(value) => (isEditing.current = value)}
        />
      )}
    </RecordPage>
  )
}

interface QuotePaneProps extends Omit<OpenQuoteProps, 'number'> {
  quote: Quote
  notice: ReactNode
  onEditing: (isEditing: boolean) => void
}

function QuotePane({ quote, notice, back, onPrevious, onNext, onEditing }: QuotePaneProps) {
  const { t } = useTranslation()
  const me = useMe()
  const mayWriteQuotes = useMay('quotes.write')
  const mayNote = useMay('quotes.note')
  const { take, canTake, question } = useAssign(quote)
  const [tab, setTab] = useState<ComposerTab>('note')
  const [asked, setAsked] = useState(0)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [hasFacts, setFacts] = useState(false)
  const { number, assignee, customer, isWiped } = quote
  // The service decides; this only keeps buttons away that it would refuse.
  const isMine = assignee === null || assignee.id === me.id || me.role !== 'sales'
  const mayWrite = mayWriteQuotes && isMine && !isWiped
  const mayWriteOffers = useMay('offers.write')
  const isDone = quote.status === 'won' || quote.status === 'lost' || quote.status === 'closed'
  const mayOffer = mayWriteOffers && mayWrite && !isDone
  const makeOffer = useCreateOffer(number)
  const mayOrder = useMay('orders.create')
  const accepted = mayOrder && quote.due === 'toOrder' ? quote.offers.find(({ state }) => state === 'accepted') : undefined
  const order = accepted && (
    <ButtonLink variant="primary" href={`${offerPath(number, accepted.id)}?order`}>
      {t('OFFERS.CREATE_ORDER')}
    </ButtonLink>
  )
  const name = customerName(quote) ?? t('QUOTES.WIPED')

  const compose = (next: ComposerTab) => {
    setTab(next)
    setSheetOpen(true)
    setAsked(asked + 1)
  }
  useKeys([
    ...(canTake ? [{ keys: 'a', text: 'QUOTE.TAKE' as const, run: take }] : []),
    ...(mayNote ? [{ keys: 'n', text: 'COMPOSER.NOTE' as const, run: () => compose('note') }] : []),
    ...(mayWrite
      ? [
          { keys: 'p', text: 'COMPOSER.CALL' as const, run: () => compose('call') },
          { keys: 'w', text: 'COMPOSER.WHATSAPP' as const, run: () => compose('whatsapp') },
          { keys: 'e', text: 'COMPOSER.MAIL' as const, run: () => compose('mail') },
        ]
      : []),
    ...(mayOffer ? [{ keys: 'o', text: 'OFFERS.MAKE' as const, run: () => makeOffer.mutate(null) }] : []),
    { keys: 'i', text: 'QUOTE.FACTS', run: () => setFacts(!hasFacts) },
  ])

  return (
    <section className={styles.open} aria-label={t('QUOTE.LABEL', { number })} data-covers-tabs data-facts={hasFacts || undefined}>
      <header className={screen.bar}>
        <BackLink href={back} className={styles.back} />
        <h1 className="cut">{name}</h1>
        <span className="dim nowrap wide-only">{number}</span>
        <span className="push" />
        <Viewers kind="quote" id={number} />
        <IconButton className="wide-only" label={t('KEYS.PREVIOUS')} disabled={!onPrevious} onClick={onPrevious}>
          <ChevronUp size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <IconButton className="wide-only" label={t('KEYS.NEXT')} disabled={!onNext} onClick={onNext}>
          <ChevronDown size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <IconButton className={styles.factsButton} label={t('QUOTE.FACTS')} aria-expanded={hasFacts} onClick={() => setFacts(!hasFacts)}>
          <PanelRight size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.subbar}>
        <StatusMenu quote={quote} mayWrite={mayWrite} />
        <AssigneeMenu quote={quote} />
        <span className="push" />
        {mayWrite && customer.phone !== null && (
          <>
            <CallLink className={`${buttonClass()} wide-only`} phone={customer.phone} onClick={() => compose('call')}>
              <Phone size={17} strokeWidth={1.5} aria-hidden="true" />
              {t('COMPOSER.CALL')}
            </CallLink>
            <Button className="wide-only" onClick={() => compose('whatsapp')}>
              <MessageCircle size={17} strokeWidth={1.5} aria-hidden="true" />
              WhatsApp
            </Button>
          </>
        )}
        {mayOffer && (
          <Button variant="primary" className="wide-only" busy={makeOffer.isPending} onClick={() => makeOffer.mutate(null)}>
            <FileText size={17} strokeWidth={1.5} aria-hidden="true" />
            {t('OFFERS.MAKE')}
          </Button>
        )}
        {order && <span className="wide-only">{order}</span>}
      </div>
      <div className={styles.body}>
        <div className={styles.talk}>
          {notice}
          {question}
          {isWiped && <Note className={styles.notice}>{t('QUOTE.WIPED')}</Note>}
          {!isMine && canTake && (
            <Note className={styles.notice}>
              {t('QUOTE.OTHERS', { name: assignee.name })} <LinkButton onClick={take}>{t('QUOTE.TAKE')}</LinkButton>
            </Note>
          )}
          {quote.suggestLost && mayWrite && <Note className={styles.notice}>{t('QUOTE.SUGGEST_LOST')}</Note>}
          <QuoteTimeline quote={quote} />
          {mayNote && !isWiped && (
            <Composer
              quote={quote}
              mayWrite={mayWrite}
              tab={mayWrite ? tab : 'note'}
              onTab={compose}
              asked={asked}
              isOpen={isSheetOpen}
              onClose={() => setSheetOpen(false)}
              onEditing={onEditing}
            />
          )}
        </div>
        <FactsPanel quote={quote} mayWrite={mayWrite} onCall={() => mayWrite && compose('call')} />
      </div>
      {mayNote && !isWiped && (
        <div className={classes(screen.dock, styles.dock, 'phone-only')}>
          {mayWrite && customer.phone !== null && (
            <>
              <CallLink className={buttonClass()} phone={customer.phone} onClick={() => compose('call')}>
                <Phone size={17} strokeWidth={1.5} aria-hidden="true" />
                {t('COMPOSER.CALL')}
              </CallLink>
              <Button onClick={() => compose('whatsapp')}>
                <MessageCircle size={17} strokeWidth={1.5} aria-hidden="true" />
                {t('QUOTE.WRITE')}
              </Button>
            </>
          )}
          {mayOffer && (
            <Button variant="primary" busy={makeOffer.isPending} onClick={() => makeOffer.mutate(null)}>
              {t('OFFERS.MAKE_SHORT')}
            </Button>
          )}
          {order}
          <Button onClick={() => compose('note')} aria-label={t('COMPOSER.NOTE')}>
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      )}
    </section>
  )
}
