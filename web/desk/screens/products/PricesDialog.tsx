import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { formatShortDateTime } from '@shared/dates'
import { formatDiscount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { Dialog } from '@desk/components/Dialog'
import { Loaded } from '@desk/components/Loaded'
import { Percent } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import styles from './Product.module.css'

/** Past prices of the product, newest first. */
export function PricesDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useQuery(query('/desk/products/{code}/prices', { path: { code } }))
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  return (
    <Dialog title={t('PRODUCT.PRICES')} onClose={onClose} actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}>
      <Loaded query={prices}>
        {(rows, notice) => (
          <>
            {notice}
            {rows.length === 0 && <p className="dim">{t('PRODUCT.NO_PRICES')}</p>}
            <ol className={styles.prices}>
              {rows.map((row) => (
                <li key={row.at}>
                  <b className="nowrap">{sum(row.discountedPrice)}</b>
                  {row.discount > 0 && (
                    <span className="small nowrap">
                      <s className="dim">{sum(row.price)}</s> <Percent>{formatDiscount(row.discount)}</Percent>
                    </span>
                  )}
                  <span className="push dim small">
                    {[formatShortDateTime(row.at, language), row.by?.name ?? ''].filter((part) => part !== '').join(', ')}
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
