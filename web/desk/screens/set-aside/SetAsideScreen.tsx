import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { showToast } from '@shared/toasts'
import { Button } from '@shared/components/Button'
import { call } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { DeadLetter } from '@desk/api/records'
import { MailTabs } from '@desk/components/MailTabs'
import { listPage } from '@desk/list/ListPage'
import { useChange } from '@desk/lib/use-change'

const services = ['account', 'catalog', 'content', 'cart', 'inquiry', 'notification', 'order']

/** The events that failed for good in all services, newest first. */
export default listPage({
  path: '/desk/dead-letters',
  title: 'SET_ASIDE.TITLE',
  Above: MailTabs,
  rowId: ({ service, id }) => `${service}.${id}`,
  missing: 'SET_ASIDE.MISSING',
  empty: { title: 'SET_ASIDE.EMPTY', text: 'SET_ASIDE.EMPTY_TEXT' },
  sorts: {},
  columns: [
    {
      id: 'at',
      header: 'ACTIVITY.WHEN',
      place: 'end',
      cell: ({ at }, { language }) => <span className="dim nowrap">{at != null && formatShortDateTime(at, language)}</span>,
    },
    { id: 'subject', header: 'SET_ASIDE.EVENT', place: 'main', cell: ({ subject }) => <b>{subject.replace(/^storefront\./, '')}</b> },
    {
      id: 'service',
      header: 'ACTIVITY.SERVICE',
      place: 'below',
      filter: {
        kind: 'choice',
        name: 'service',
        label: 'ACTIVITY.SERVICE',
        any: { text: 'QUOTES.ALL' },
        options: () => services.map((service) => ({ value: service, text: service })),
      },
      cell: ({ service, consumer }) => (
        <>
          {service} <span className="dim small">{consumer}</span>
        </>
      ),
    },
    { id: 'reason', header: 'MAILS.REASON', place: 'below', cell: ({ reason }) => <span className="dim">{reason}</span> },
    { id: 'replay', label: 'SET_ASIDE.REPLAY', place: 'action', cell: (letter) => <Replay letter={letter} /> },
  ],
  filters: [],
})

/** Has the service handle the event again. It leaves the list, or comes back with its next reason. */
function Replay({ letter: { service, id, subject } }: { letter: DeadLetter }) {
  const { t } = useTranslation()
  const [isSent, setSent] = useState(false)
  const replay = useChange({
    send: () => call('POST', '/desk/dead-letters/{service}/{id}/replay', { path: { service, id }, body: {} }),
    onDone: () => {
      setSent(true)
      showToast({ tone: 'done', text: t('SET_ASIDE.SENT') })
      void reload('/desk/dead-letters')
    },
  })
  return (
    <Button
      size="small"
      busy={replay.isPending}
      disabled={isSent}
      aria-label={t('SET_ASIDE.REPLAY_OF', { name: subject })}
      onClick={() => replay.mutate(undefined)}
    >
      {t('SET_ASIDE.REPLAY')}
    </Button>
  )
}
