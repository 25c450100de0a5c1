import { useTranslation } from 'react-i18next'
import { orderStatusKey, paymentStatusKey, statusTone } from '@/lib/order/order-status'
import styles from './OrderStatuses.module.css'
import { Status } from '@shared/components/Status'

/** A cancelled order is not paid. */
const unpaid = ['Pending', 'Unpaid']

/** The status of an order and of its payment. */
export function OrderStatuses({ status, paymentStatus: payment }: { status: string; paymentStatus?: string }) {
  const { t } = useTranslation()
  const paymentStatus = status === 'Cancelled' && payment !== undefined && unpaid.includes(payment) ? undefined : payment
  const key = orderStatusKey(status)
  const paymentKey = paymentStatus === undefined ? undefined : paymentStatusKey(paymentStatus)
  return (
    <p className={styles.row}>
      <Status isTinted tone={statusTone(status)}>
        {key === undefined ? status : t(key)}
      </Status>
      {paymentStatus !== undefined && (
        <Status isTinted tone={statusTone(paymentStatus)}>
          {paymentKey === undefined ? paymentStatus : t(paymentKey)}
        </Status>
      )}
    </p>
  )
}
