import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reload } from '@desk/api/query-client'
import type { FollowUp, QuoteRow } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { closedReasons, type Reason } from '@desk/api/words'
import { BulkAssign, BulkBar, RefusedDialog } from '@desk/components/BulkBar'
import { takesQuotes, useTeamNames } from '@desk/lib/team'
import { statuses } from '@desk/lib/texts'
import { useBulk } from '@desk/lib/use-bulk'
import NextStepDialog from './NextStepDialog'
import ReasonDialog from './ReasonDialog'

type Change =
  | { action: 'assign'; to: string }
  | { action: 'status'; to: 'closed'; reason: Reason }
  | { action: 'followUp'; followUp: FollowUp }

/** Actions for the marked quotes: assign, plan the next step, close. */
export default function QuoteBulkBar({ rows, onDone }: { rows: readonly QuoteRow[]; onDone: () => void }) {
  const { t } = useTranslation()
  const mayAssign = useMay('quotes.assign')
  const team = useTeamNames()
  const [asked, setAsked] = useState<'step' | 'reason' | null>(null)
  const { send, isBusy, refused, forgetRefused } = useBulk<Change>({
    text: (change) => (change.action === 'status' ? 'BULK.CLOSED' : 'BULK.QUOTES'),
    path: '/desk/quotes/bulk',
    numbers: rows.map(({ number }) => number),
    onChanged: () => void reload('/desk/quotes', '/desk/quotes/counts', '/desk/quotes/{number}'),
    onDone,
  })
  const sendAsked = (change: Change) => {
    setAsked(null)
    send(change)
  }
  return (
    <>
      <BulkBar title={t('QUOTES.MARKED', { count: rows.length })} onUnmark={onDone}>
        {mayAssign && <BulkAssign people={team.filter(takesQuotes)} disabled={isBusy} onAssign={(to) => send({ action: 'assign', to })} />}
        <button type="button" disabled={isBusy} onClick={() => setAsked('step')}>
          {t('FOLLOW_UP.TITLE')}
        </button>
        <button type="button" disabled={isBusy} onClick={() => setAsked('reason')}>
          {t('QUOTES.CLOSE_MARKED')}
        </button>
      </BulkBar>
      {asked === 'step' && (
        <NextStepDialog
          title={t('FOLLOW_UP.TITLE')}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
          onSave={(followUp) => sendAsked({ action: 'followUp', followUp })}
        />
      )}
      {asked === 'reason' && (
        <ReasonDialog
          title={t('QUOTES.CLOSE_MANY', { count: rows.length })}
          reasons={closedReasons}
          likely={likelyReason(rows)}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
          onPick={(reason) => sendAsked({ action: 'status', to: 'closed', reason })}
        />
      )}
      {refused.length > 0 && (
        <RefusedDialog
          title={t('QUOTES.REFUSED', { count: refused.length })}
          refused={refused}
          stateOf={(number) => {
            const row = rows.find((other) => other.number === number)
            return row && t(statuses[row.status].text)
          }}
          onClose={forgetRefused}
        />
      )}
    </>
  )
}

/** Why records of one kind end most often; quotes end for many reasons. */
function likelyReason(rows: readonly QuoteRow[]): Reason | undefined {
  if (rows.every(({ kind }) => kind === 'contact')) return 'question'
  return rows.every(({ kind }) => kind === 'catalogue') ? 'catalogue' : undefined
}
