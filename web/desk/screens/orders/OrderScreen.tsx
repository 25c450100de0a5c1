import { ArrowLeft, ClipboardList, Ellipsis, FileCheck, MessageCircle, Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'wouter'
import { isTransient } from '@shared/api/error'
import { whatsAppUrl } from '@shared/whatsapp'
import { desk } from '@desk/api/client'
import type { CancelReason, Order, OrderStatus } from '@desk/api/orders'
import { useMay } from '@desk/api/session'
import { Button, buttonClass } from '@desk/components/Button'
import { Menu, MenuItem } from '@desk/components/Menu'
import { Empty, LoadError, Note, Skeleton, Status, statusButtonClass } from '@desk/components/Parts'
import { Viewers } from '@desk/components/Viewers'
import { useKeys } from '@desk/lib/keys'
import { cancelReasonTexts, nextStep, orderPath, orderStatusViews, paymentStatusViews, steps, useOrder, useOrderCall, type StatusView } from '@desk/lib/orders'
import { lookAt } from '@desk/lib/stream'
import { useTitle } from '@desk/lib/use-title'
import { CancelDialog } from './CancelDialog'
import { DeliveryDialog } from './DeliveryDialog'
import styles from './Order.module.css'
import { OrderEvents } from './OrderEvents'
import { OrderLines } from './OrderLines'
import { OrderSide } from './OrderSide'
import { OrderSteps } from './OrderSteps'
import { PaymentDialog } from './PaymentDialog'

/** One order: where it is, what it contains, and the next step. */
export default function OrderScreen() {
  const { t } = useTranslation()
  const { number } = useParams<{ number: string }>()
  const order = useOrder(number.toUpperCase())
  useTitle(`${number.toUpperCase()} · ${t('NAV.ORDERS')}`)
  if (order.data !== undefined) return <OpenOrder key={order.data.orderNumber} order={order.data} />
  return (
    <section className={styles.loading} aria-label={number} aria-busy={order.isPending}>
      {order.isError ? (
        isTransient(order.error) ? (
          <LoadError onRetry={() => void order.refetch()} />
        ) : (
          <Empty title={t('ORDER.NOT_FOUND')} text={t('ORDER.NOT_FOUND_TEXT')} />
        )
      ) : (
        <>
          <Skeleton width="40%" height={20} />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
        </>
      )}
    </section>
  )
}

/** A dialog of the order. */
type Open = 'cancel' | 'delivery' | 'in' | 'out'

interface Move {
  to: OrderStatus
  reason?: CancelReason
  text?: string
}

function OpenOrder({ order }: { order: Order }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<Open | null>(null)
  const noteBox = useRef<HTMLTextAreaElement>(null)
  const isEditing = useRef(false)
  const { orderNumber, status, allowedStatuses } = order
  useEffect(() => lookAt('order', orderNumber, () => isEditing.current), [orderNumber])
  const move = useOrderCall(
    (next: Move) => desk.send<Order>('POST', `orders/${orderNumber}/status`, { body: { from: status, ...next } }),
    () => setOpen(null),
  )
  const step = nextStep(order)
  const isOpen = status === 'Pending' || status === 'Processing' || status === 'Shipped'
  const mayPlan = useMay('orders.delivery') && isOpen
  const mayNote = useMay('orders.note')
  const take = () => step !== null && move.mutate({ to: step })
  useKeys([
    ...(step === null ? [] : [{ keys: 'm', text: steps[step].text, run: take }]),
    ...(mayNote ? [{ keys: 'n', text: 'COMPOSER.NOTE' as const, run: () => noteBox.current?.focus() }] : []),
    ...(mayPlan ? [{ keys: 'd', text: 'ORDER.PLAN' as const, run: () => setOpen('delivery') }] : []),
    { keys: 'p', text: 'PAPERS.PICK', run: () => navigate(`${orderPath(orderNumber)}/paper/pick`) },
    { keys: 'escape', text: 'KEYS.BACK', run: () => navigate('/orders') },
  ])
  const stepButton = step !== null && (
    <Button variant="primary" busy={move.isPending} onClick={take}>
      {t(steps[step].text)}
    </Button>
  )
  return (
    <section aria-label={t('ORDER.LABEL', { number: orderNumber })} data-covers-tabs className={styles.screen}>
      <header className={styles.bar}>
        <Link href="/orders" className={`${buttonClass({ variant: 'plain', square: true })} phone-only`} aria-label={t('COMMON.BACK')}>
          <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
        </Link>
        <Link href="/orders" className={`${styles.crumb ?? ''} wide-only`}>
          {t('NAV.ORDERS')}
        </Link>
        <span className="dim wide-only" aria-hidden="true">
          /
        </span>
        <h1>{orderNumber}</h1>
        <span className={`${styles.bothMarks ?? ''} wide-only`}>
          <StatusMark view={orderStatusViews[status]} />
          <StatusMark view={paymentStatusViews[order.paymentStatus]} />
        </span>
        <span className="push" />
        <Viewers kind="order" id={orderNumber} />
        <Link href={`${orderPath(orderNumber)}/paper/pick`} className={`${buttonClass()} wide-only`}>
          <ClipboardList size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PAPERS.PICK')}
        </Link>
        <Link href={`${orderPath(orderNumber)}/paper/delivery`} className={`${buttonClass()} wide-only`}>
          <FileCheck size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PAPERS.DELIVERY')}
        </Link>
        <span className="wide-only">{stepButton}</span>
        <Menu
          trigger={
            <Button variant="plain" square aria-label={t('OFFERS.MORE')}>
              <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem onPick={() => navigate(`${orderPath(orderNumber)}/paper/pick`)}>{t('PAPERS.PICK')}</MenuItem>
          <MenuItem onPick={() => navigate(`${orderPath(orderNumber)}/paper/delivery`)}>{t('PAPERS.DELIVERY')}</MenuItem>
          {allowedStatuses.includes('Cancelled') && (
            <MenuItem isDanger onPick={() => setOpen('cancel')}>
              {t('ORDER.CANCEL')}
            </MenuItem>
          )}
        </Menu>
      </header>
      <p className={`${styles.marks ?? ''} phone-only`}>
        <StatusMark view={orderStatusViews[status]} />
        <StatusMark view={paymentStatusViews[order.paymentStatus]} />
      </p>
      {order.cancelReason !== null && (
        <Note tone="ruby" className={styles.notice}>
          {t('ORDER.CANCELLED_BECAUSE', { reason: t(cancelReasonTexts[order.cancelReason]) })}
        </Note>
      )}
      {status !== 'Cancelled' && <OrderSteps order={order} />}
      <div className={styles.split}>
        <div className={styles.work}>
          <OrderLines order={order} />
          <OrderEvents order={order} mayNote={mayNote} noteBox={noteBox} onEditing={(value) => (isEditing.current = value)} />
        </div>
        <OrderSide order={order} mayPlan={mayPlan} onOpen={setOpen} />
      </div>
      <div className={`${styles.dock ?? ''} phone-only`}>
        {order.customer.phone !== null && (
          <>
            <a className={buttonClass({ square: true })} href={`tel:${order.customer.phone}`} aria-label={t('COMPOSER.CALL')}>
              <Phone size={18} strokeWidth={1.5} aria-hidden="true" />
            </a>
            <a
              className={buttonClass({ square: true })}
              href={whatsAppUrl(order.customer.phone) ?? undefined}
              target="_blank"
              rel="noreferrer"
              aria-label="WhatsApp"
            >
              <MessageCircle size={18} strokeWidth={1.5} aria-hidden="true" />
            </a>
          </>
        )}
        {stepButton}
      </div>
      {open === 'cancel' && (
        <CancelDialog order={order} isBusy={move.isPending} onClose={() => setOpen(null)} onCancel={(how) => move.mutate({ to: 'Cancelled', ...how })} />
      )}
      {open === 'delivery' && <DeliveryDialog order={order} onClose={() => setOpen(null)} />}
      {(open === 'in' || open === 'out') && <PaymentDialog order={order} kind={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

function StatusMark({ view }: { view: StatusView }) {
  const { t } = useTranslation()
  return (
    <span className={statusButtonClass(view.tone)}>
      <Status tone={view.tone} isFilled={view.isFilled}>
        {t(view.text)}
      </Status>
    </span>
  )
}
