import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { formatMonth } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { useLanguage } from '@desk/i18n/language'
import { channelTexts } from '@desk/lib/visits'
import { listOf } from './figures'
import styles from './Channels.module.css'
import { TodayBlock, type BlockProps } from './TodayBlock'

/** The quotes, orders and payments of the month by the way on which their customers came to the shop. */
export function Channels({ day, store, ...block }: BlockProps & { day: string; store: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const from = `${day.slice(0, 8)}01`
  const figure = (value: number | null, href: string, text = String(value)) =>
    value === null || value === 0 ? <span className="dim">–</span> : <Link href={href}>{text}</Link>
  return (
    <TodayBlock {...block} part="channels" title={t('TODAY.CHANNELS')} aside={() => formatMonth(from, language)}>
      {(channels) =>
        channels.length === 0 ? (
          <p className="dim">{t('TODAY.NO_CHANNELS')}</p>
        ) : (
          <div className={styles.frame}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('VISIT.LABEL')}</th>
                  <th scope="col">{t('NAV.QUOTES')}</th>
                  <th scope="col">{t('OFFERS.ACCEPTED')}</th>
                  <th scope="col">{t('NAV.ORDERS')}</th>
                  <th scope="col">{t('PAYMENTS.TITLE')}</th>
                </tr>
              </thead>
              <tbody>
                {channels.map(({ channel, quotes, accepted, orders, payments }) => (
                  <tr key={channel}>
                    <th scope="row">{t(channelTexts[channel])}</th>
                    <td data-label={t('NAV.QUOTES')}>{figure(quotes, listOf.quotesBy(from, day, store, channel))}</td>
                    <td data-label={t('OFFERS.ACCEPTED')}>{figure(accepted, listOf.acceptedBy(from, day, store, channel))}</td>
                    <td data-label={t('NAV.ORDERS')}>{figure(orders, listOf.ordersBy(from, day, channel))}</td>
                    <td data-label={t('PAYMENTS.TITLE')}>
                      {figure(
                        payments,
                        listOf.paymentsBy(from, day, store, channel),
                        payments === null ? '' : formatWithSign(toQepik(payments), language),
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </TodayBlock>
  )
}
