import { FileText, ListTodo, MessageCircle, Phone, Ruler, UsersRound, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { buttonClass } from '@shared/components/Button'
import { formatShortDay, isSameDay, timeInBaku } from '@shared/dates'
import { useMe } from '@desk/api/session'
import type { FollowUpKind } from '@desk/api/words'
import { TextLink } from '@desk/components/Links'
import { Avatar, Segment } from '@desk/components/Parts'
import { CallLink, ChatLink } from '@desk/components/PhoneLinks'
import { useLanguage } from '@desk/i18n/language'
import { customerName } from '@desk/lib/quotes'
import { followUpTexts } from '@desk/lib/texts'
import { useNow } from '@desk/lib/use-now'
import { dueSteps } from './figures'
import styles from './Today.module.css'
import { TodayBlock, type BlockProps } from './TodayBlock'

const icons = { call: Phone, visit: UsersRound, measure: Ruler, offer: FileText, other: ListTodo } as const satisfies Record<
  FollowUpKind,
  LucideIcon
>

type Step = ReturnType<typeof dueSteps>[number]

interface StepsProps extends BlockProps {
  day: string
  store: string
  isMine: boolean
  onMine: (isMine: boolean) => void
}

/** The steps of today and the late ones, with what they need at hand. */
export function Steps({ day, store, isMine, onMine, ...block }: StepsProps) {
  const { t } = useTranslation()
  const me = useMe()
  const hasTeam = me.role !== 'sales'
  return (
    <TodayBlock
      {...block}
      part="followUps"
      title={t('FOLLOW_UP.TITLE')}
      className={styles.large}
      aside={() => (
        <span className={styles.tools}>
          {hasTeam && (
            <Segment
              label={t('QUOTES.WHOSE')}
              value={isMine ? 'me' : 'all'}
              options={[
                { value: 'me', text: t('QUOTES.MINE') },
                { value: 'all', text: t('NAV.TEAM') },
              ]}
              onPick={(whose) => onMine(whose === 'me')}
            />
          )}
          <TextLink href={`/calendar?view=day${store === '' ? '' : `&store=${store}`}`}>{t('NAV.CALENDAR')}</TextLink>
        </span>
      )}
    >
      {(quotes) => {
        const steps = dueSteps(quotes, day).filter(({ quote }) => !isMine || quote.assignee?.id === me.id)
        if (steps.length === 0) return <p className="dim">{t('TODAY.NO_STEPS')}</p>
        return (
          <ol className={styles.rows}>
            {steps.map((step) => (
              <StepRow key={`${step.quote.number}.${step.id}`} step={step} />
            ))}
          </ol>
        )
      }}
    </TodayBlock>
  )
}

function StepRow({ step: { kind, at, text, quote } }: { step: Step }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const now = useNow()
  const { number, assignee, customer } = quote
  const isLate = new Date(at) < now
  const name = customerName(quote) ?? t('QUOTES.WIPED')
  const Icon = icons[kind]
  return (
    <li className={styles.step}>
      <time dateTime={at} className={isLate ? 'ruby' : undefined}>
        {isSameDay(at, now) ? timeInBaku(at) : formatShortDay(at, language)}
      </time>
      <Link href={`/quotes/${number}`} className={styles.stepText}>
        <span className={styles.stepName}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          <b>{name}</b>
          {isLate && <span className="ruby small">{t('NAV.LATE')}</span>}
        </span>
        <span className="dim small">
          {t(followUpTexts[kind])}
          {text !== '' && `: ${text}`}
        </span>
      </Link>
      <span className={styles.act}>
        {customer.phone !== null && (
          <>
            <CallLink
              phone={customer.phone}
              className={buttonClass({ size: 'small', square: true })}
              aria-label={t('TODAY.CALL_TO', { name })}
            >
              <Phone size={16} strokeWidth={1.5} aria-hidden="true" />
            </CallLink>
            <ChatLink
              phone={customer.phone}
              className={buttonClass({ size: 'small', square: true })}
              aria-label={t('TODAY.CHAT_TO', { name })}
            >
              <MessageCircle size={16} strokeWidth={1.5} aria-hidden="true" />
            </ChatLink>
          </>
        )}
        <Avatar person={assignee} isOwn={assignee?.id === me.id} />
        <span className="visually-hidden">{assignee?.name ?? t('QUOTES.NOBODYS')}</span>
      </span>
    </li>
  )
}
