import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { useQuery } from '@shared/query/use-query'
import { Button } from '@shared/components/Button'
import { call, query } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { Mail } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { useLanguage } from '@desk/i18n/language'
import { mailKindTexts, mailReason, mailStateViews } from '@desk/lib/mails'
import { useChange } from '@desk/lib/use-change'
import { Block, StatusOf } from './Parts'
import styles from './RecordMails.module.css'

interface RecordMailsProps {
  /** The record by its number: a quote with its offers, an order, or one offer. */
  about: { quote: string } | { order: string } | { offer: string }
  /** Assignee of the record; sales read the mails of their own records only. */
  assigneeId: string | null
}

/** The mails about a record, newest first, with their state. Without any, and for those who may not read them, there is nothing. */
export function RecordMails({ about, assigneeId }: RecordMailsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const isOwn = me.role !== 'sales' || assigneeId === me.id
  const mayRead = useMay('mail.read') && isOwn
  const { data } = useQuery({ ...query('/desk/mails', { query: { ...about, limit: 20 } }), enabled: mayRead })
  const mails = data?.data ?? []
  if (!mayRead || mails.length === 0) return null
  return (
    <Block title={t('NAV.MAILS')} aside={data?.totalRecords}>
      <ul className={styles.mails}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <span>{t(mailKindTexts[mail.kind])}</span>
            <span className={styles.state}>
              <StatusOf view={mailStateViews[mail.state]} />
              <span className="dim small nowrap">{formatShortDateTime(mail.createdAt, language)}</span>
            </span>
            {mail.state !== 'sent' && (
              <>
                {mail.reason !== null && <span className="dim small">{t(mailReason(mail.reason))}</span>}
                <RetryMail mail={mail} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}

/** Sends a mail that did not go out again. */
export function RetryMail({ mail: { id, kind } }: { mail: Mail }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChange({
    send: () => call('POST', '/desk/mails/{id}/retry', { path: { id }, body: {} }),
    onDone: () => reload('/desk/mails'),
  })
  return (
    <Button
      size="small"
      busy={isPending}
      aria-label={t('MAILS.RETRY_OF', { name: t(mailKindTexts[kind]) })}
      onClick={() => mutate(undefined)}
    >
      {t('MAILS.RETRY')}
    </Button>
  )
}
