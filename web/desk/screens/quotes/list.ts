import { dues, quoteKinds, quoteStatuses, sources } from '@desk/api/words'
import { byAssignee, byLanguage, days, words, type List } from '@desk/list/list'
import { dueTexts, kindTexts, sourceTexts, statuses } from '@desk/lib/texts'
import { byChannel } from '@desk/lib/visits'

/** The inbox of quotes; `QuoteItem` draws its rows. */
export const quoteList: List<'/desk/quotes'> = {
  path: '/desk/quotes',
  columns: [],
  sorts: {
    due: 'QUOTES.SORT_DUE',
    '-created': 'QUOTES.SORT_NEWEST',
    created: 'QUOTES.SORT_OLDEST',
    waiting: 'QUOTES.SORT_WAITING',
  },
  filters: [
    words('status', 'QUOTES.STATUS', quoteStatuses, (status) => statuses[status].text),
    words('due', 'QUOTES.DUE', dues, (due) => dueTexts[due]),
    words('kind', 'QUOTES.KIND', quoteKinds, (kind) => kindTexts[kind]),
    byAssignee,
    {
      kind: 'choice',
      name: 'store',
      label: 'TEAM.STORE',
      options: ({ stores }) => stores.map(({ id, name }) => ({ value: id, text: name })),
    },
    byLanguage('COMMON.LANGUAGE_LABEL'),
    words('source', 'QUOTE.SOURCE', sources, (source) => sourceTexts[source]),
    byChannel,
    words('waiting', 'QUOTES.WAITS', ['true'], () => 'ACTIVITY.YES'),
    days(['followUpFrom', 'QUOTES.STEP_FROM'], ['followUpTo', 'QUOTES.STEP_TO']),
    { kind: 'hidden', name: 'productId' },
    { kind: 'hidden', name: 'from' },
    { kind: 'hidden', name: 'to' },
    { kind: 'hidden', name: 'acceptedFrom' },
    { kind: 'hidden', name: 'acceptedTo' },
  ],
}
