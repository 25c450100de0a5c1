import { PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { ApiError, isChanged } from '@shared/api/error'
import { formatAmount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { Button } from '@shared/components/Button'
import { showToast } from '@shared/toasts'
import { call } from '@desk/api/client'
import type { Order } from '@desk/api/records'
import { Check } from '@desk/components/Check'
import { Dialog } from '@desk/components/Dialog'
import { Fact, Facts, Note } from '@desk/components/Parts'
import { checkLines, freeLine, refusedFields, type Errors, type LineDraft } from '@desk/components/lines/line'
import { LineRows } from '@desk/components/lines/LineRows'
import { LineTable } from '@desk/components/lines/LineTable'
import { ProductPicker } from '@desk/components/lines/ProductPicker'
import { useLines } from '@desk/components/lines/use-lines'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { offerSums } from '@desk/lib/offer-sums'
import { keepOrder, keepPresent } from '@desk/lib/orders'
import { usePhone } from '@desk/lib/use-phone'
import type { Language } from '@shared/language'
import { itemName } from './item-name'
import styles from './Order.module.css'

/** Adds, changes and removes lines of an order until it is shipped, with the sums before and after. */
export default function LinesDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isPhone = usePhone()
  /** The order as the typed lines were begun from it. */
  const [base, setBase] = useState(order)
  const [lines, setLines] = useState(() => draftsOf(order, language))
  const [keys] = useState(() => new AttemptKeys())
  const [refused, setRefused] = useState<Errors>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isNotified, setNotified] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [openLine, setOpenLine] = useState<string | null>(null)

  const found: Record<string, string> = {}
  const inputs = checkLines(lines, found)
  const editing = useLines(lines, { ...found, ...refused }, (next) => {
    setRefused({})
    setFailure(null)
    setLines((before) => next({ lines: before }).lines)
  })
  const isKept = (line: LineDraft) => base.items.some((item) => item.id === line.id && samePrice(line, item, language))
  const isSound = Object.keys(found).length === 0 && lines.length > 0
  const summed = inputs.map(({ listPrice, discount, quantity }) => ({ listPrice: toQepik(listPrice), discount, quantity }))
  const { total } = offerSums(summed, toQepik(base.deliveryPrice), 0)
  const taken = toQepik(base.paidAmount) - toQepik(base.refundedAmount)
  const sum = (amount: number) => formatWithSign(amount, language)
  const add = (line: LineDraft) => editing.add({ ...line, isMadeToOrder: false })
  const addFree = () => {
    const line = freeLine()
    add(line)
    if (isPhone) setOpenLine(line.key)
  }
  const send = async () => {
    if (!isSound || isBusy) return
    const body = {
      version: base.version,
      lines: inputs.map((line, at) => ({ ...line, isMadeToOrder: lines[at]?.isMadeToOrder ?? false })),
      expectedTotal: total / 100,
      notify: isNotified,
    }
    setBusy(true)
    try {
      keepOrder(await call('PUT', '/desk/orders/{number}/lines', { path: { number: order.orderNumber }, body, key: keys.keyFor(body) }))
      keys.finish()
      showToast({ tone: 'done', text: t('COMMON.SAVED') })
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setRefused(refusedFields(lines, error.errors))
      setFailure(error)
      if (keepPresent(error) !== null && isChanged(error)) {
        const present = error.data as Order
        // Typed values belong to other lines.
        if (linesText(present) !== linesText(base)) setLines(draftsOf(present, language))
        setBase(present)
      }
    } finally {
      setBusy(false)
    }
  }
  const table = { ...editing, isOver: (line: LineDraft) => !isKept(line) && editing.isOver(line) }
  return (
    <Dialog
      size="wide"
      title={t('ORDER.LINES_TITLE')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" busy={isBusy} disabled={!isSound} onClick={() => void send()}>
            {t('COMMON.SAVE')}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <Note tone="ruby" role="alert">
          {errorText(t, failure)}
        </Note>
      )}
      {lines.length === 0 ? (
        <p className="ruby">{t('OFFERS.EMPTY')}</p>
      ) : isPhone ? (
        <LineRows editing={table} contentLanguage={order.language} open={openLine} onOpen={setOpenLine} />
      ) : (
        <LineTable editing={table} contentLanguage={order.language} />
      )}
      <p className={styles.adding}>
        <Button size="small" disabled={!editing.canAdd} onClick={() => setPicking(true)}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('OFFERS.FROM_CATALOG')}
        </Button>
        <Button size="small" disabled={!editing.canAdd} onClick={addFree}>
          <PenLine size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('OFFERS.ADD_FREE')}
        </Button>
      </p>
      <Facts>
        {base.deliveryPrice > 0 && <Fact label={t('ORDER.DELIVERY')}>{sum(toQepik(base.deliveryPrice))}</Fact>}
        <Fact label={t('ORDER.TOTAL_BEFORE')}>{sum(toQepik(base.totalAmount))}</Fact>
        <Fact label={t('ORDER.TOTAL_AFTER')}>
          <b>{isSound ? sum(total) : '–'}</b>
        </Fact>
        {taken > 0 && <Fact label={t('ORDER.PAID')}>{sum(taken)}</Fact>}
        {isSound && <Fact label={t(taken > total ? 'PAYMENT.REFUND_DUE' : 'ORDER.BALANCE')}>{sum(Math.abs(total - taken))}</Fact>}
      </Facts>
      {order.customer.email !== null && (
        <Check checked={isNotified} onChange={({ target }) => setNotified(target.checked)}>
          {t('ORDER.NOTIFY_LINES')}
        </Check>
      )}
      {isPicking && <ProductPicker contentLanguage={order.language} onPick={add} onClose={() => setPicking(false)} />}
    </Dialog>
  )
}

type Item = Order['items'][number]

const priceOf = (item: Item, language: Language) => ({
  listPrice: formatAmount(toQepik(item.listPrice ?? item.unitPrice), language),
  discount: String(item.discount ?? 0),
})

/** Whether a typed line has the price that it had, which was allowed then. */
function samePrice(line: LineDraft, item: Item, language: Language): boolean {
  const { listPrice, discount } = priceOf(item, language)
  return line.listPrice === listPrice && line.discount === discount
}

const draftsOf = (order: Order, language: Language): LineDraft[] =>
  order.items.map((item) => ({
    key: item.id,
    id: item.id,
    productId: item.productId,
    code: item.code,
    imageUrl: item.productImage,
    catalog: null,
    name: itemName(item, order.language),
    detail: item.detail,
    quantity: String(item.quantity),
    ...priceOf(item, language),
    isMadeToOrder: item.isMadeToOrder,
  }))

/** The lines without the stock, which changes by itself. */
const linesText = ({ items }: Order) => JSON.stringify(items.map((item) => ({ ...item, stockLeft: null })))
