import { formatShortDateTime } from '@shared/dates'
import type { Mail } from '@desk/api/records'
import { mailKinds, mailStates } from '@desk/api/words'
import { listPage } from '@desk/list/ListPage'
import { words } from '@desk/list/list'
import { mailKindTexts, mailReason, mailStateViews } from '@desk/lib/mails'
import { MailTabs } from '@desk/components/MailTabs'
import { TextLink } from '@desk/components/Links'
import { StatusOf } from '@desk/components/Parts'
import { RetryMail } from '@desk/components/RecordMails'

/** The mails of the last 30 days, newest first. */
export default listPage({
  path: '/desk/mails',
  title: 'NAV.MAILS',
  Above: MailTabs,
  rowId: ({ id }) => id,
  empty: { title: 'MAILS.EMPTY', filtered: 'MAILS.EMPTY' },
  sorts: {},
  filters: [],
  columns: [
    {
      id: 'at',
      header: 'ACTIVITY.WHEN',
      place: 'end',
      cell: ({ createdAt }, { language }) => <span className="dim nowrap">{formatShortDateTime(createdAt, language)}</span>,
    },
    {
      id: 'kind',
      header: 'MAILS.KIND',
      place: 'main',
      filter: words('kind', 'MAILS.KIND', mailKinds, (kind) => mailKindTexts[kind], { text: 'QUOTES.ALL' }),
      cell: ({ kind }, { t }) => <b>{t(mailKindTexts[kind])}</b>,
    },
    { id: 'about', header: 'MAILS.ABOUT', place: 'below', cell: ({ about }) => <About about={about} /> },
    {
      id: 'state',
      header: 'MAILS.STATE',
      place: 'endBelow',
      filter: words('state', 'MAILS.STATE', mailStates, (state) => mailStateViews[state].text, { text: 'QUOTES.ALL' }),
      cell: ({ state }) => <StatusOf view={mailStateViews[state]} />,
    },
    {
      id: 'reason',
      header: 'MAILS.REASON',
      place: 'below',
      cell: ({ state, reason }, { t }) => state !== 'sent' && reason !== null && <span className="dim">{t(mailReason(reason))}</span>,
    },
    { id: 'retry', label: 'MAILS.RETRY', place: 'action', cell: (mail) => mail.state !== 'sent' && <RetryMail mail={mail} /> },
  ],
})

function About({ about }: Pick<Mail, 'about'>) {
  if (about === null) return null
  const { kind, number } = about
  // An offer's page has its id; the list of quotes finds the quote by the offer's number.
  const href = kind === 'order' ? `/orders/${number}` : kind === 'quote' ? `/quotes/${number}` : `/quotes?q=${number}`
  return <TextLink href={href}>{number}</TextLink>
}
