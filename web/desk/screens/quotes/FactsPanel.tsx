import { CalendarClock, Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { formatMonth, formatShortDateTime, isSameDay, timeInBaku } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { call } from '@desk/api/client'
import type { PlannedStep, Quote } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { LinkButton, TextLink } from '@desk/components/Links'
import { Block, Fact, Facts, StatusOf } from '@desk/components/Parts'
import { RecordMails } from '@desk/components/RecordMails'
import { CallLink } from '@desk/components/PhoneLinks'
import { useLanguage } from '@desk/i18n/language'
import { customerPath } from '@desk/lib/customers'
import { offerPath, offerStateView } from '@desk/lib/offers'
import { formatPhone } from '@desk/lib/quotes'
import { spanText } from '@desk/lib/span-text'
import { useStores } from '@desk/lib/stores'
import { followUpTexts, languageTexts, sourceTexts, statuses } from '@desk/lib/texts'
import { useNow } from '@desk/lib/use-now'
import { visitText } from '@desk/lib/visits'
import styles from './OpenQuote.module.css'
import { useQuoteCall } from './queries'
import { VisitAddress } from './VisitAddress'

/** Its form is no part of the inbox's first load. */
const FollowUpDialog = lazy(() => import('./FollowUpDialog'))

interface FactsPanelProps {
  quote: Quote
  mayWrite: boolean
  /** Asks how the call went that the link begins. */
  onCall: () => void
}

/** Facts beside the conversation: next step, customer, times, product, earlier records. */
export function FactsPanel({ quote, mayWrite, onCall }: FactsPanelProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useStores()
  const mayOpen = useMay('customers.read')
  const { customer, product, catalog, recentOfferTotals, earlier, firstAnswerMinutes } = quote
  const store = quote.storeId === null ? '' : nameOf(quote.storeId)
  return (
    <aside className={styles.facts} aria-label={t('QUOTE.FACTS')}>
      <NextSteps quote={quote} mayWrite={mayWrite} />
      <VisitAddress quote={quote} mayWrite={mayWrite} />
      <Block
        title={t('QUOTE.CUSTOMER')}
        aside={mayOpen && customer.id !== null && <TextLink href={customerPath(customer.id)}>{t('CUSTOMER.OPEN')}</TextLink>}
      >
        <Facts>
          {customer.phone !== null && (
            <Fact label={t('COMMON.PHONE')}>
              <CallLink className="nowrap" phone={customer.phone} otherwise={customer.phone} onClick={onCall}>
                {formatPhone(customer.phone)}
              </CallLink>
            </Fact>
          )}
          {customer.email !== null && (
            <Fact label={t('COMMON.EMAIL')}>
              <span className={styles.breakable}>{customer.email}</span>
            </Fact>
          )}
          <Fact label={t('COMMON.LANGUAGE_LABEL')}>{t(languageTexts[quote.language])}</Fact>
          {quote.otherNames.length > 0 && <Fact label={t('QUOTE.OTHER_NAMES')}>{quote.otherNames.join(', ')}</Fact>}
          <Fact label={t('QUOTE.ACCOUNT')}>{t(customer.userId === null ? 'QUOTE.NO_ACCOUNT' : 'QUOTE.HAS_ACCOUNT')}</Fact>
        </Facts>
      </Block>
      <Block title={t('QUOTE.TIMES')}>
        <Facts>
          {firstAnswerMinutes !== null && (
            <Fact label={t('QUOTE.FIRST_ANSWER')}>
              <b>{spanText(t, firstAnswerMinutes * 60_000)}</b> {t('QUOTE.WORKING_TIME')}
            </Fact>
          )}
          <Fact label={t('QUOTE.CAME')}>{formatShortDateTime(quote.createdAt, language)}</Fact>
          <Fact label={t('QUOTE.SOURCE')}>{t(sourceTexts[quote.source])}</Fact>
          {quote.visit !== null && (
            <Fact label={t('VISIT.LABEL')}>
              <span className={styles.breakable}>{visitText(t, quote.visit)}</span>
            </Fact>
          )}
          {store !== '' && <Fact label={t('TEAM.STORE')}>{store}</Fact>}
        </Facts>
      </Block>
      {product !== null && product.productId !== null && (
        <Block title={t('QUOTE.PRODUCT')} aside={<a href={`/${language}/shop/${product.productId}`}>{product.code}</a>}>
          <Facts>
            {catalog !== null && (
              <Fact label={t('QUOTE.STOCK')}>
                {catalog.stockQuantity === null ? t('QUOTE.MADE_TO_ORDER') : t('QUOTE.PIECES', { count: catalog.stockQuantity })}
              </Fact>
            )}
            {recentOfferTotals.length > 0 && (
              <Fact label={t('QUOTE.LAST_OFFERS', { count: recentOfferTotals.length })}>
                {recentOfferTotals.map((total) => formatWithSign(toQepik(total), language)).join(', ')}
              </Fact>
            )}
          </Facts>
        </Block>
      )}
      {quote.offers.length > 0 && (
        <Block title={t('QUOTE.OFFERS')}>
          <ol className={styles.earlier}>
            {quote.offers.map((offer) => {
              const view = offerStateView(offer.state)
              return (
                <li key={offer.id}>
                  <Link href={offerPath(quote.number, offer.id)} className={styles.earlierRow}>
                    {view === null ? offer.state : <StatusOf view={view} />}
                    <span className="push nowrap">{formatWithSign(toQepik(offer.total), language)}</span>
                  </Link>
                  <TextLink href={offerPath(quote.number, offer.id)}>{offer.number}</TextLink>{' '}
                  <span className="dim">{t('OFFERS.REVISION', { count: offer.revision, ordinal: true })}</span>
                </li>
              )
            })}
          </ol>
        </Block>
      )}
      {earlier.quotes.length + earlier.orders.length > 0 && (
        <Block title={t('QUOTE.EARLIER')}>
          <ol className={styles.earlier}>
            {earlier.quotes.map((one) => (
              <li key={one.number}>
                <Link href={`/quotes/${one.number}`} className={styles.earlierRow}>
                  <StatusOf view={statuses[one.status]} />
                  <span className="push dim nowrap">{formatMonth(one.createdAt, language)}</span>
                </Link>
                <TextLink href={`/quotes/${one.number}`}>{one.number}</TextLink> <span className="dim">{one.productName}</span>
              </li>
            ))}
            {earlier.orders.map((one) => (
              <li key={one.orderNumber}>
                <TextLink href={`/orders/${one.orderNumber}`}>{one.orderNumber}</TextLink>{' '}
                <span className="dim">{formatWithSign(toQepik(one.totalAmount), language)}</span>
              </li>
            ))}
          </ol>
        </Block>
      )}
      <RecordMails about={{ quote: quote.number }} assigneeId={quote.assignee?.id ?? null} />
    </aside>
  )
}

/** The planned steps, earliest first: each is done, changed or removed on its own. */
function NextSteps({ quote, mayWrite }: { quote: Quote; mayWrite: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const [open, setOpen] = useState<PlannedStep | 'new' | null>(null)
  const { number, version, followUps } = quote
  const end = useQuoteCall(({ id, done }: { id: string; done: boolean }) =>
    call('DELETE', '/desk/quotes/{number}/follow-ups/{id}', { path: { number, id }, query: { version, done } }),
  )
  return (
    <Block
      title={t('FOLLOW_UP.TITLE')}
      aside={
        mayWrite && <LinkButton onClick={() => setOpen('new')}>{t(followUps.length === 0 ? 'FOLLOW_UP.SET' : 'FOLLOW_UP.ADD')}</LinkButton>
      }
    >
      {followUps.length === 0 && <p className="dim">{t('FOLLOW_UP.NOTHING')}</p>}
      <ol className={styles.steps}>
        {followUps.map((step) => {
          const left = new Date(step.at).getTime() - now.getTime()
          const Icon = step.kind === 'call' ? Phone : CalendarClock
          const text = `${t(followUpTexts[step.kind])}, ${
            isSameDay(step.at, now) ? t('FOLLOW_UP.TODAY', { time: timeInBaku(step.at) }) : formatShortDateTime(step.at, language)
          }`
          return (
            <li key={step.id}>
              <p className={styles.nextStep}>
                <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                <b>{text}</b>
              </p>
              {step.text !== '' && <p>{step.text}</p>}
              <p className={`small ${left < 0 ? 'ruby' : 'dim'}`}>
                {t(left < 0 ? 'FOLLOW_UP.LATE' : 'FOLLOW_UP.LEFT', { time: spanText(t, Math.abs(left)) })}
              </p>
              {mayWrite && (
                <p className={styles.stepButtons}>
                  <LinkButton aria-label={t('FOLLOW_UP.DONE_OF', { step: text })} onClick={() => end.mutate({ id: step.id, done: true })}>
                    {t('FOLLOW_UP.DONE')}
                  </LinkButton>
                  <LinkButton aria-label={t('FOLLOW_UP.CHANGE_OF', { step: text })} onClick={() => setOpen(step)}>
                    {t('COMMON.CHANGE')}
                  </LinkButton>
                  <LinkButton aria-label={`${t('FOLLOW_UP.REMOVE')}: ${text}`} onClick={() => end.mutate({ id: step.id, done: false })}>
                    {t('COMMON.REMOVE')}
                  </LinkButton>
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {open !== null && (
        <Suspense fallback={null}>
          <FollowUpDialog quote={quote} step={open === 'new' ? null : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Block>
  )
}
