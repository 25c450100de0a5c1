import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { orderSources } from '@desk/api/words'
import { TextLink } from '@desk/components/Links'
import { useLanguage } from '@desk/i18n/language'
import { orderPath, orderSourceTexts, paymentMethodTexts } from '@desk/lib/orders'
import { byChannel } from '@desk/lib/visits'
import { listPage } from '@desk/list/ListPage'
import { days, words, type Filters } from '@desk/list/list'

/** The payments of all orders, newest first, with their sum. An address without days shows the month. */
export default listPage({
  path: '/desk/payments',
  title: 'PAYMENTS.TITLE',
  rowId: ({ id }) => id,
  shown: 'PAYMENTS.SHOWN',
  empty: { title: 'PAYMENTS.EMPTY' },
  Actions: Sum,
  sorts: {},
  columns: [
    {
      id: 'at',
      header: 'ACTIVITY.WHEN',
      place: 'below',
      cell: ({ at }, { language }) => <span className="dim nowrap">{formatShortDateTime(at, language)}</span>,
    },
    {
      id: 'order',
      header: 'ORDER.TITLE',
      place: 'main',
      cell: ({ orderNumber }) => <TextLink href={orderPath(orderNumber)}>{orderNumber}</TextLink>,
    },
    {
      id: 'kind',
      header: 'PAYMENTS.KIND',
      place: 'below',
      filter: words('kind', 'PAYMENTS.KIND', ['in', 'out'], (kind) => (kind === 'in' ? 'PAYMENTS.IN' : 'PAYMENTS.OUT')),
      cell: ({ kind, method }, { t }) => `${t(kind === 'in' ? 'PAYMENTS.IN' : 'PAYMENTS.OUT')} ${t(paymentMethodTexts[method])}`,
    },
    {
      id: 'source',
      header: 'QUOTE.SOURCE',
      place: 'wide',
      filter: words('source', 'QUOTE.SOURCE', orderSources, (source) => orderSourceTexts[source]),
      cell: ({ source }, { t }) => t(orderSourceTexts[source]),
    },
    {
      id: 'store',
      header: 'TEAM.STORE',
      place: 'wide',
      filter: {
        kind: 'choice',
        name: 'store',
        label: 'TEAM.STORE',
        options: ({ stores }) => stores.map(({ id, name }) => ({ value: id, text: name })),
      },
      cell: ({ storeId }, { stores }) => stores.find(({ id }) => id === storeId)?.name ?? '',
    },
    { id: 'actor', header: 'TEAM.WHO', place: 'endBelow', cell: ({ actor }, { t }) => actor?.name ?? t('TIMELINE.SYSTEM') },
    {
      id: 'amount',
      header: 'OFFERS.SUM',
      place: 'end',
      isEnd: true,
      cell: ({ kind, amount }, { language }) => (
        <b className={kind === 'out' ? 'ruby nowrap' : 'nowrap'}>{formatWithSign(toQepik(kind === 'out' ? -amount : amount), language)}</b>
      ),
    },
  ],
  filters: [byChannel, days(['from', 'ACTIVITY.FROM'], ['to', 'ACTIVITY.TO'])],
})

/** Payments minus refunds, by the filters of the list. */
function Sum({ filters }: { filters: Filters }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const sums = useQuery(query('/desk/payments/sums', { query: filters }))
  if (sums.data === undefined) return null
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  const { total, in: paid, out: returned } = sums.data
  return (
    <span role="status">
      <b className="nowrap">{t('PAYMENTS.TOTAL', { sum: sum(total) })}</b>
      {returned > 0 && (
        <span className="dim small nowrap wide-only"> {t('PAYMENTS.PARTS', { paid: sum(paid), returned: sum(returned) })}</span>
      )}
    </span>
  )
}
