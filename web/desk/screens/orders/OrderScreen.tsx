import { ClipboardList, Ellipsis, FileCheck, MessageCircle, Phone } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { normalizeNumber } from '@shared/forms/number'
import type { Order } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Button, buttonClass, ButtonLink } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { Menu, MenuItem } from '@desk/components/Menu'
import type { NoteHandle } from '@desk/components/NoteText'
import { MissingParts, Note, StatusOf } from '@desk/components/Parts'
import { CallLink, ChatLink } from '@desk/components/PhoneLinks'
import { noticeClass, RecordFrame, RecordPage } from '@desk/components/RecordPage'
import { Viewers } from '@desk/components/Viewers'
import { useKeys } from '@desk/lib/keys'
import { cancelReasonTexts, nextStep, orderPath, orderStatusView, orderStatusViews, paymentViewOf, steps, useOrder } from '@desk/lib/orders'
import { lookAt } from '@desk/lib/stream'
import { useSettled } from '@desk/lib/use-settled'
import { useTitle } from '@desk/lib/use-title'
import { BackDialog } from './BackDialog'
import { listAddress } from '@desk/list/kept-place'
import { CancelDialog } from './CancelDialog'
import styles from './Order.module.css'
import { OrderEvents } from './OrderEvents'
import { OrderLines } from './OrderLines'
import { OrderSide } from './OrderSide'
import { OrderSteps } from './OrderSteps'
import { PaymentDialog } from './PaymentDialog'
import { StepDialog } from './StepDialog'
import { useOrderMove } from './use-order-move'

const importLines = () => import('./LinesDialog')
const importCorrect = () => import('./CorrectDialog').then((module) => ({ default: module.CorrectDialog }))
const importDelivery = () => import('./DeliveryDialog').then((module) => ({ default: module.DeliveryDialog }))

// Their forms are no part of the screen's first load.
const LinesDialog = lazy(importLines)
const CorrectDialog = lazy(importCorrect)
const DeliveryDialog = lazy(importDelivery)

/** One order: where it is, what it contains, and the next step. */
export default function OrderScreen() {
  const { t } = useTranslation()
  const number = normalizeNumber(useParams<{ number: string }>().number, 'SB')
  const order = useOrder(number)
  useTitle(`${number} · ${t('NAV.ORDERS')}`)
  // Loaded before it is asked for; a press tries again, and tells.
  useEffect(() => {
    for (const load of [importLines, importCorrect, importDelivery]) load().catch(() => undefined)
  }, [])
  return (
    <RecordPage query={order} label={number} missing={{ title: 'ORDER.NOT_FOUND', text: 'ORDER.NOT_FOUND_TEXT' }}>
      {(data, notice) => (
        <OpenOrder
          key={data.orderNumber}
          order={data}
          notice={
            <>
              {notice}
              <MissingParts
                missing={data.missing}
                texts={{ notification: 'ORDER.MAILS_MISSING' }}
                onRetry={() => void order.retry()}
                className={noticeClass}
              />
            </>
          }
        />
      )}
    </RecordPage>
  )
}

/** A dialog of the order. */
type Open = 'cancel' | 'back' | 'step' | 'correct' | 'lines' | 'delivery' | 'in' | 'out'

function OpenOrder({ order, notice }: { order: Order; notice: ReactNode }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<Open | null>(null)
  const noteBox = useRef<NoteHandle>(null)
  const isEditing = useRef(false)
  const { orderNumber, status, allowedStatuses, previousStatus } = order
  useEffect(() => lookAt('order', orderNumber, () => isEditing.current), [orderNumber])
  const { move, undo, isBusy } = useOrderMove(order, () => setOpen(null))
  const step = nextStep(order)
  const isOpen = status === 'Pending' || status === 'Processing' || status === 'Shipped'
  const mayPlan = useMay('orders.delivery') && isOpen
  const mayCorrect = useMay('orders.create') && (status === 'Pending' || status === 'Processing')
  const mayNote = useMay('orders.note')
  // A second press on the main button would otherwise take the step after.
  const isSettled = useSettled(status)
  const take = () => step !== null && isSettled && move({ to: step })
  useKeys([
    ...(step === null ? [] : [{ keys: 'm', text: steps[step].text, run: () => setOpen('step') }]),
    ...(order.undoUntil === null ? [] : [{ keys: 'u', text: 'COMMON.UNDO' as const, run: undo }]),
    ...(mayNote ? [{ keys: 'n', text: 'COMPOSER.NOTE' as const, run: () => noteBox.current?.focus() }] : []),
    ...(mayPlan ? [{ keys: 'd', text: 'ORDER.PLAN' as const, run: () => setOpen('delivery') }] : []),
    { keys: 'p', text: 'PAPERS.PICK', run: () => navigate(`${orderPath(orderNumber)}/paper/pick`) },
    { keys: 'escape', text: 'KEYS.BACK', run: () => navigate(listAddress('/orders')) },
  ])
  const stepButton = step !== null && (
    <Button variant="primary" busy={isBusy} aria-disabled={isSettled ? undefined : true} onClick={take}>
      {t(steps[step].text)}
    </Button>
  )
  return (
    <>
      <RecordFrame
        label={t('ORDER.LABEL', { number: orderNumber })}
        list={{ href: '/orders', text: t('NAV.ORDERS') }}
        title={orderNumber}
        bar={
          <>
            <span className={`${styles.bothMarks ?? ''} wide-only`}>
              <StatusOf isTinted view={orderStatusView(order)} />
              <StatusOf isTinted view={paymentViewOf(order)} />
            </span>
            <span className="push" />
            <Viewers kind="order" id={orderNumber} />
            <ButtonLink href={`${orderPath(orderNumber)}/paper/pick`} className="wide-only">
              <ClipboardList size={17} strokeWidth={1.5} aria-hidden="true" />
              {t('PAPERS.PICK')}
            </ButtonLink>
            <ButtonLink href={`${orderPath(orderNumber)}/paper/delivery`} className="wide-only">
              <FileCheck size={17} strokeWidth={1.5} aria-hidden="true" />
              {t('PAPERS.DELIVERY')}
            </ButtonLink>
            <span className="wide-only">{stepButton}</span>
            <Menu
              trigger={
                <IconButton label={t('OFFERS.MORE')}>
                  <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
                </IconButton>
              }
            >
              <MenuItem onPick={() => navigate(`${orderPath(orderNumber)}/paper/pick`)}>{t('PAPERS.PICK')}</MenuItem>
              <MenuItem onPick={() => navigate(`${orderPath(orderNumber)}/paper/delivery`)}>{t('PAPERS.DELIVERY')}</MenuItem>
              {previousStatus !== null && (
                <MenuItem onPick={() => setOpen('back')}>{t('ORDER.BACK', { status: t(orderStatusViews[previousStatus].text) })}</MenuItem>
              )}
              {allowedStatuses.includes('Cancelled') && (
                <MenuItem isDanger onPick={() => setOpen('cancel')}>
                  {t('ORDER.CANCEL')}
                </MenuItem>
              )}
            </Menu>
          </>
        }
        above={
          <>
            {notice}
            <p className={`${styles.marks ?? ''} phone-only`}>
              <StatusOf isTinted view={orderStatusView(order)} />
              <StatusOf isTinted view={paymentViewOf(order)} />
            </p>
            {order.cancelReason !== null && (
              <Note tone="ruby" className={noticeClass}>
                {t('ORDER.CANCELLED_BECAUSE', { reason: t(cancelReasonTexts[order.cancelReason]) })}
              </Note>
            )}
            {status !== 'Cancelled' && <OrderSteps order={order} />}
          </>
        }
        side={<OrderSide order={order} mayPlan={mayPlan} mayCorrect={mayCorrect} onOpen={setOpen} />}
        dock={
          <>
            {order.customer.phone !== null && (
              <>
                <CallLink className={buttonClass({ square: true })} phone={order.customer.phone} aria-label={t('COMPOSER.CALL')}>
                  <Phone size={18} strokeWidth={1.5} aria-hidden="true" />
                </CallLink>
                <ChatLink className={buttonClass({ square: true })} phone={order.customer.phone} aria-label="WhatsApp">
                  <MessageCircle size={18} strokeWidth={1.5} aria-hidden="true" />
                </ChatLink>
              </>
            )}
            {stepButton}
          </>
        }
      >
        <OrderLines order={order} onChange={mayCorrect ? () => setOpen('lines') : undefined} />
        <OrderEvents order={order} mayNote={mayNote} noteBox={noteBox} onEditing={(value) => (isEditing.current = value)} />
      </RecordFrame>
      {open === 'cancel' && (
        <CancelDialog order={order} isBusy={isBusy} onClose={() => setOpen(null)} onCancel={(how) => move({ to: 'Cancelled', ...how })} />
      )}
      {open === 'step' && step !== null && <StepDialog order={order} step={step} onClose={() => setOpen(null)} onTake={take} />}
      {open === 'back' && previousStatus !== null && (
        <BackDialog
          order={order}
          to={previousStatus}
          isBusy={isBusy}
          onClose={() => setOpen(null)}
          onBack={(how) => move({ to: previousStatus, reason: 'other', ...how })}
        />
      )}
      <Suspense fallback={null}>
        {open === 'correct' && <CorrectDialog order={order} onClose={() => setOpen(null)} />}
        {open === 'lines' && <LinesDialog order={order} onClose={() => setOpen(null)} />}
        {open === 'delivery' && <DeliveryDialog order={order} onClose={() => setOpen(null)} />}
      </Suspense>
      {(open === 'in' || open === 'out') && <PaymentDialog order={order} kind={open} onClose={() => setOpen(null)} />}
    </>
  )
}
