import { Check, ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { FollowUp, Quote } from '@desk/api/records'
import { closedReasons, lostReasons, type QuoteStatus, quoteStatuses, type Reason } from '@desk/api/words'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { tintedStatusClass } from '@shared/components/Status'
import { StatusOf } from '@desk/components/Parts'
import { useKeys } from '@desk/lib/keys'
import { statuses } from '@desk/lib/texts'
import { useNow } from '@desk/lib/use-now'
import styles from './OpenQuote.module.css'
import { useQuoteCall } from './queries'

/** Their forms are no part of the inbox's first load. */
const NextStepDialog = lazy(() => import('./NextStepDialog'))
const ReasonDialog = lazy(() => import('./ReasonDialog'))

interface Move {
  to: QuoteStatus
  reason?: Reason
  text?: string
  followUp?: FollowUp | null
}

/** The status and the ways it can go now; a way that the system goes says when. */
export function StatusMenu({ quote, mayWrite }: { quote: Quote; mayWrite: boolean }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'waiting' | 'lost' | 'closed' | null>(null)
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const { status, number, allowedStatuses } = quote
  const move = useQuoteCall(
    (next: Move) => call('POST', '/desk/quotes/{number}/status', { path: { number }, body: { from: status, ...next } }),
    () => setAsked(null),
  )
  const { tone } = statuses[status]
  useKeys(mayWrite ? [{ keys: 's', text: 'QUOTE.STATUS', run: () => setOpen(true) }] : [])

  if (!mayWrite) return <StatusOf isTinted view={statuses[status]} />
  const hasNextStep = quote.followUp !== null && new Date(quote.followUp.at) > now
  const pick = (to: QuoteStatus) => {
    if (to === 'lost' || to === 'closed' || (to === 'waiting' && !hasNextStep)) setAsked(to)
    else move.mutate({ to })
  }
  const bySystem = { offered: t('STATUS.BY_SENDING'), won: t('STATUS.BY_ACCEPTING') }
  const open = quoteStatuses.filter(
    (other) => other !== 'new' && (other === status || allowedStatuses.includes(other) || other in bySystem),
  )
  return (
    <>
      <Menu
        align="start"
        isOpen={isOpen}
        onOpen={setOpen}
        trigger={
          <button type="button" className={`${tintedStatusClass(tone)} ${styles.status ?? ''}`}>
            <span className="visually-hidden">{t('QUOTE.STATUS')}: </span>
            <StatusOf view={statuses[status]} />
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        }
      >
        {open.map((other) => {
          const view = statuses[other]
          const isAllowed = allowedStatuses.includes(other) && other !== status
          return (
            <div key={other}>
              {other === 'won' && <MenuLine />}
              <MenuItem disabled={!isAllowed} onPick={() => pick(other)}>
                <StatusOf view={isAllowed || other === status ? view : { ...view, tone: 'grey' }} />
                {other === status && (
                  <>
                    <span className="push dim small">{t('STATUS.NOW')}</span>
                    <Check size={16} strokeWidth={1.5} aria-hidden="true" />
                  </>
                )}
                {!isAllowed && other !== status && other in bySystem && (
                  <span className="push dim small">{bySystem[other as keyof typeof bySystem]}</span>
                )}
              </MenuItem>
            </div>
          )
        })}
      </Menu>
      {(asked === 'lost' || asked === 'closed') && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={t(asked === 'lost' ? 'STATUS.LOST_TITLE' : 'STATUS.CLOSED_TITLE')}
            reasons={asked === 'lost' ? lostReasons : closedReasons}
            hasComment
            isBusy={move.isPending}
            onClose={() => setAsked(null)}
            onPick={(reason, text) => move.mutate({ to: asked, reason, text })}
          />
        </Suspense>
      )}
      {asked === 'waiting' && (
        <Suspense fallback={null}>
          <NextStepDialog
            title={t('STATUS.WAITING_TITLE')}
            description={t('STATUS.WAITING_TEXT')}
            isBusy={move.isPending}
            onClose={() => setAsked(null)}
            onSave={(followUp) => move.mutate({ to: 'waiting', followUp })}
          />
        </Suspense>
      )}
    </>
  )
}
