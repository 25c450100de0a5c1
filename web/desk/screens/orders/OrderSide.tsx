import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime, formatWeekdayAndDay } from '@shared/dates'
import { formatPhone } from '@shared/forms/phone'
import { formatWithSign } from '@shared/money'
import { refundDue } from '@shared/payment-word'
import { toQepik } from '@shared/price'
import { showToast } from '@shared/toasts'
import { call } from '@desk/api/client'
import type { Order } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { Button, buttonClass } from '@shared/components/Button'
import { classes } from '@shared/components/classes'
import { MapLink } from '@desk/components/MapLink'
import { LinkButton, TextLink } from '@desk/components/Links'
import { RecordMails } from '@desk/components/RecordMails'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { Avatar, Block, Fact, Facts, StatusOf } from '@desk/components/Parts'
import { CallLink, ChatLink } from '@desk/components/PhoneLinks'
import { columnClass } from '@desk/components/RecordPage'
import { useLanguage } from '@desk/i18n/language'
import { customerPath } from '@desk/lib/customers'
import { deliveryDay, orderPath, orderSourceTexts, orderStatusViews, paymentMethodTexts, undoSeconds, useOrderCall } from '@desk/lib/orders'
import { takesOrders, useTeamNames } from '@desk/lib/team'
import { languageTexts } from '@desk/lib/texts'
import { visitText } from '@desk/lib/visits'
import styles from './Order.module.css'

interface OrderSideProps {
  order: Order
  mayPlan: boolean
  mayCorrect: boolean
  onOpen: (dialog: 'delivery' | 'correct' | 'in' | 'out') => void
}

/** Customer, delivery, payments and assignee. */
export function OrderSide({ order, mayPlan, mayCorrect, onOpen }: OrderSideProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayOpen = useMay('customers.read')
  const { customer, source, quoteNumber, offerId, offerNumber, otherOrders } = order
  return (
    <aside className={columnClass} aria-label={t('QUOTE.FACTS')}>
      <Block
        title={t('QUOTE.CUSTOMER')}
        aside={
          <span className={styles.asides}>
            {mayCorrect && <LinkButton onClick={() => onOpen('correct')}>{t('ORDER.CORRECT')}</LinkButton>}
            {mayOpen && customer.id !== null && <TextLink href={customerPath(customer.id)}>{t('CUSTOMER.OPEN')}</TextLink>}
          </span>
        }
      >
        <p>
          <b>{customer.name ?? t('QUOTES.WIPED')}</b>
        </p>
        <p className="dim small">
          {t(languageTexts[order.language])}, {t(orderSourceTexts[source])}
          {order.userId !== null && `, ${t('ORDER.HAS_ACCOUNT')}`}
        </p>
        {order.visit !== null && (
          <p className={classes('dim small', styles.visit)}>
            {t('VISIT.LABEL')}: {visitText(t, order.visit)}
          </p>
        )}
        <p className={styles.contacts}>
          {customer.phone !== null && (
            <>
              <CallLink className={buttonClass({ size: 'small' })} phone={customer.phone} otherwise={customer.phone}>
                <Phone size={16} strokeWidth={1.5} aria-hidden="true" />
                {formatPhone(customer.phone)}
              </CallLink>
              <ChatLink className={buttonClass({ size: 'small', square: true })} phone={customer.phone} aria-label="WhatsApp">
                <MessageCircle size={16} strokeWidth={1.5} aria-hidden="true" />
              </ChatLink>
            </>
          )}
          {customer.email !== null && (
            <a className={buttonClass({ size: 'small', square: true })} href={`mailto:${customer.email}`} aria-label={t('COMMON.EMAIL')}>
              <Mail size={16} strokeWidth={1.5} aria-hidden="true" />
            </a>
          )}
        </p>
        {quoteNumber !== null && (
          <p className="small">
            {t('ORDER.OF_QUOTE')} <TextLink href={`/quotes/${quoteNumber}`}>{quoteNumber}</TextLink>
            {offerId !== null && offerNumber !== null && (
              <>
                {', '}
                <TextLink href={`/quotes/${quoteNumber}/offer/${offerId}`}>{offerNumber}</TextLink>
              </>
            )}
          </p>
        )}
      </Block>
      <Assignee order={order} />
      <DeliveryBlock order={order} onPlan={mayPlan ? () => onOpen('delivery') : undefined} />
      <PaymentBlock order={order} onOpen={onOpen} />
      <RecordMails about={{ order: order.orderNumber }} assigneeId={order.assignee?.id ?? null} />
      {otherOrders !== null && otherOrders.length > 0 && (
        <Block title={t('ORDER.OTHERS')} aside={otherOrders.length}>
          <ul className={styles.others}>
            {otherOrders.map((other) => (
              <li key={other.orderNumber}>
                <TextLink href={orderPath(other.orderNumber)}>{other.orderNumber}</TextLink>
                <StatusOf view={orderStatusViews[other.status]} />
                <span className="push nowrap">{formatWithSign(toQepik(other.totalAmount), language)}</span>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </aside>
  )
}

function Assignee({ order }: { order: Order }) {
  const { t } = useTranslation()
  const me = useMe()
  const mayAssign = useMay('orders.assign')
  const team = useTeamNames()
  const { assignee, orderNumber } = order
  const change = (body: { from: string | null; to: string | null }) =>
    call('PUT', '/desk/orders/{number}/assignee', { path: { number: orderNumber }, body })
  const undo = useOrderCall(change)
  const assign = useOrderCall(change, (changed, { from, to }) =>
    showToast({
      tone: 'done',
      text: changed.assignee === null ? t('ORDER.EVENT_UNASSIGNED') : t('ORDER.EVENT_ASSIGNED', { name: changed.assignee.name }),
      seconds: undoSeconds,
      action: { label: t('COMMON.UNDO'), run: () => undo.mutate({ from: to, to: from }) },
    }),
  )
  const give = (to: string | null) => assign.mutate({ from: assignee?.id ?? null, to })
  const label = (
    <>
      <Avatar person={assignee} isOwn={assignee?.id === me.id} />
      {assignee?.name ?? t('QUOTES.NOBODYS')}
    </>
  )
  return (
    <Block title={t('QUOTE.ASSIGNEE')}>
      {mayAssign ? (
        <Menu
          align="start"
          trigger={
            <Button variant="plain" className={styles.assignee} busy={assign.isPending}>
              <span className="visually-hidden">{t('QUOTE.ASSIGNEE')}: </span>
              {label}
            </Button>
          }
        >
          {team
            .filter((person) => person.id !== assignee?.id && takesOrders(person))
            .map((person) => (
              <MenuItem key={person.id} onPick={() => give(person.id)}>
                <Avatar person={person} isOwn={person.id === me.id} />
                {person.name}
              </MenuItem>
            ))}
          {assignee !== null && (
            <>
              <MenuLine />
              <MenuItem onPick={() => give(null)}>
                <Avatar person={null} />
                {t('QUOTE.GIVE_TO_NOBODY')}
              </MenuItem>
            </>
          )}
        </Menu>
      ) : (
        <p className={styles.assignee}>{label}</p>
      )}
    </Block>
  )
}

function DeliveryBlock({ order, onPlan }: { order: Order; onPlan: (() => void) | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { delivery, shippingAddress: to } = order
  const day = delivery === null ? '' : deliveryDay(delivery, language, true)
  const isPickup = delivery?.method === 'pickup'
  const place = [to?.state, to?.city, to?.postalCode].filter(Boolean).join(', ')
  const map = [to?.address, to?.city, to?.country].filter(Boolean).join(', ')
  const street = to?.address ?? ''
  return (
    <Block
      title={t('ORDER.DELIVERY')}
      aside={onPlan && <LinkButton onClick={onPlan}>{t(delivery === null ? 'ORDER.PLAN' : 'COMMON.CHANGE')}</LinkButton>}
    >
      <p>
        <b>{day === '' ? t('ORDER.NO_DAY') : day}</b>
      </p>
      {isPickup ? (
        <p>{t('OFFERS.HAND_OVER_PICKUP')}</p>
      ) : (
        <>
          {street !== '' && <p>{street}</p>}
          {place !== '' && <p>{place}</p>}
          {street !== '' && (
            <p>
              <MapLink className={styles.map} address={map} />
            </p>
          )}
        </>
      )}
      {delivery !== null && delivery.crew !== '' && <p className="dim small">{t('ORDER.CREW_IS', { crew: delivery.crew })}</p>}
      {delivery !== null && delivery.note !== '' && <p className="dim small">{delivery.note}</p>}
    </Block>
  )
}

function PaymentBlock({ order, onOpen }: { order: Order; onOpen: (dialog: 'in' | 'out') => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { paidAmount, refundedAmount, balance, payments, status, paymentStatus, terms } = order
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  const back = refundDue(order)
  const isAtDoor = status === 'Shipped' || status === 'Delivered'
  // The warehouse takes cash at the door only.
  const isMine = useMe().role !== 'warehouse' || isAtDoor
  const mayTake = useMay('payments.take') && isMine && status !== 'Cancelled' && paymentStatus !== 'Refunded' && balance > 0
  const mayRefund = useMay('payments.refund') && paidAmount > refundedAmount
  return (
    <Block
      title={t('ORDER.PAYMENT')}
      aside={
        <span className={styles.asides}>
          {mayRefund && <LinkButton onClick={() => onOpen('out')}>{t('ORDER.REFUND')}</LinkButton>}
          {mayTake && <LinkButton onClick={() => onOpen('in')}>{t('ORDER.TAKE_PAYMENT')}</LinkButton>}
        </span>
      }
    >
      <Facts>
        {terms !== null && terms.depositPercent > 0 && (
          <Fact label={t('ORDER.DEPOSIT', { percent: terms.depositPercent })}>{sum(terms.deposit)}</Fact>
        )}
        {terms?.readyOn != null && <Fact label={t('ORDER.READY')}>{formatWeekdayAndDay(terms.readyOn, language)}</Fact>}
        <Fact label={t('ORDER.PAID')}>{sum(paidAmount)}</Fact>
        {refundedAmount > 0 && <Fact label={t('ORDER.REFUNDED')}>{sum(refundedAmount)}</Fact>}
        {back > 0 ? (
          <Fact label={t('PAYMENT.REFUND_DUE')}>
            <b>{formatWithSign(back, language)}</b>
          </Fact>
        ) : (
          <Fact label={t('ORDER.BALANCE')}>
            <b>{sum(balance)}</b>
          </Fact>
        )}
      </Facts>
      {payments.length > 0 && (
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <li key={payment.id}>
              <span>
                {formatShortDateTime(payment.at, language)}, {t(paymentMethodTexts[payment.method])}
              </span>
              <span className="push nowrap">{sum(payment.kind === 'in' ? payment.amount : -payment.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
