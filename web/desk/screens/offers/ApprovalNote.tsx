import { Check, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import type { Offer } from '@desk/api/records'
import { query } from '@desk/api/client'
import { useMay, useMe } from '@desk/api/session'
import { linesOverLimit } from '@desk/lib/offer-sums'
import { useQuery } from '@shared/query/use-query'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { Note } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import styles from './Offer.module.css'
import { useOfferCall } from './queries'

interface ApprovalNoteProps {
  offer: Offer
  /** Whether a line is above the own limit, also before it is saved. */
  isOver: boolean
  mayWrite: boolean
  /** Saves what is typed; resolves to null where that fails. */
  onSave: () => Promise<Offer | null>
}

/** The limit of the seller, and the lines above it with their discounts; nothing where the limit is not known. */
function useFigures({ approval, lines }: Offer) {
  const { t } = useTranslation()
  const me = useMe()
  const isOwn = me.role === 'sales'
  const mayReadTeam = useMay('team.read')
  const team = useQuery({ ...query('/desk/team'), enabled: !isOwn && mayReadTeam && approval.state === 'asked' })
  const seller = team.data?.data.find(({ id }) => id === approval.askedBy?.id)
  const limit = isOwn ? me.discountLimitPercent : seller?.discountLimitPercent
  if (limit === undefined) return null
  const over = linesOverLimit(lines, limit)
  if (over.length === 0) return null
  const told = over.map(({ name, percent, allowed }) => `${name} ${String(percent)} % (+${String(percent - allowed)} %)`)
  return <p>{t('OFFERS.OVER_BY', { limit, lines: told.join(', ') })}</p>
}

/** A discount above the limit: the approval is asked for, given and refused here. */
export function ApprovalNote({ offer, isOver, mayWrite, onSave }: ApprovalNoteProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayApprove = useMay('offers.approve')
  const [text, setText] = useState('')
  const call = useOfferCall(offer.id, () => setText(''))
  const { approval } = offer
  const figures = useFigures(offer)
  const isNeeded = isOver || offer.isOverLimit
  const ask = async () => {
    const saved = await onSave()
    if (saved !== null) call.mutate({ path: 'request-approval', body: { version: saved.version, text } })
  }
  const decide = (isApproved: boolean) => call.mutate({ path: 'approve', body: { version: offer.version, isApproved, text } })
  const comment = (
    <Field
      label={t('OFFERS.COMMENT')}
      isLabelHidden
      placeholder={t('OFFERS.COMMENT')}
      value={text}
      maxLength={500}
      onChange={({ target }) => setText(target.value)}
    />
  )

  if (approval.state === 'asked') {
    return (
      <Note tone="amber" icon={Hourglass} role="status" className={styles.note}>
        <p>
          {t('OFFERS.APPROVAL_ASKED', {
            name: approval.askedBy?.name ?? '',
            time: approval.askedAt === null ? '' : formatShortDateTime(approval.askedAt, language),
          })}
        </p>
        {approval.text !== null && approval.text !== '' && <p>“{approval.text}”</p>}
        {figures}
        <p>{t('OFFERS.APPROVAL_WAITS')}</p>
        {mayApprove && (
          <div className={styles.noteActions}>
            {comment}
            <Button size="small" variant="primary" busy={call.isPending} onClick={() => decide(true)}>
              {t('OFFERS.APPROVE')}
            </Button>
            <Button size="small" variant="danger" busy={call.isPending} onClick={() => decide(false)}>
              {t('OFFERS.REFUSE')}
            </Button>
          </div>
        )}
      </Note>
    )
  }
  if (approval.state === 'given') {
    return (
      <Note icon={Check} role="status" className={styles.note}>
        {t('OFFERS.APPROVAL_GIVEN', { name: approval.decidedBy?.name ?? '' })}
        {approval.text !== null && approval.text !== '' && <> “{approval.text}”</>}
      </Note>
    )
  }
  if (!isNeeded && approval.state !== 'refused') return null
  return (
    <Note tone={approval.state === 'refused' ? 'ruby' : 'plain'} role="status" className={styles.note}>
      <p>
        {approval.state === 'refused'
          ? t('OFFERS.APPROVAL_REFUSED', { name: approval.decidedBy?.name ?? '' })
          : t('OFFERS.APPROVAL_NEEDED')}
      </p>
      {isNeeded && figures}
      {approval.state === 'refused' && approval.text !== null && approval.text !== '' && <p>“{approval.text}”</p>}
      {mayWrite && isNeeded && !mayApprove && (
        <div className={styles.noteActions}>
          {comment}
          <Button size="small" busy={call.isPending} onClick={() => void ask()}>
            {t('OFFERS.ASK_APPROVAL')}
          </Button>
        </div>
      )}
    </Note>
  )
}
