import type { TFunction } from 'i18next'
import { lazy, Suspense, useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '@shared/api/contract'
import type { Language } from '@shared/language'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { call } from '@desk/api/client'
import type { Order, OrderEntry } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { AttachedFiles } from '@desk/components/AttachedFiles'
import { CorrectNoteDialog, Former, isCorrectable } from '@desk/components/Correction'
import { LinkButton } from '@desk/components/Links'
import { NoteText, type NoteHandle } from '@desk/components/NoteText'
import { Block, Segment } from '@desk/components/Parts'
import { Timeline, type TimelineItem } from '@desk/components/Timeline'
import { withMentions } from '@desk/components/with-mentions'
import { useLanguage } from '@desk/i18n/language'
import { useDraft } from '@desk/lib/drafts'
import { mentionedIds, type Mentionable } from '@desk/lib/mentions'
import {
  cancelReasonTexts,
  deliveryDay,
  keepOrder,
  orderStatusViews,
  paymentMethodTexts,
  paymentStatusViews,
  useOrderCall,
} from '@desk/lib/orders'
import { useTeamNames } from '@desk/lib/team'
import { mailTexts } from '@desk/lib/timeline'
import { useNow } from '@desk/lib/use-now'
import styles from './Order.module.css'

const NoteFiles = lazy(() => import('@desk/components/NoteFiles'))

interface OrderEventsProps {
  order: Order
  mayNote: boolean
  noteBox: RefObject<NoteHandle | null>
  onEditing: (isEditing: boolean) => void
}

/** Everything that happened with an order, newest first, and the box for a note. */
export function OrderEvents({ order, mayNote, noteBox, onEditing }: OrderEventsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const now = useNow()
  const [shown, setShown] = useState<'all' | 'notes'>('all')
  const [corrected, setCorrected] = useState<OrderEntry | null>(null)
  const events = order.timeline.filter(({ kind }) => shown === 'all' || kind === 'note')
  return (
    <Block
      title={t('QUOTE.TIMELINE')}
      aside={
        <Segment
          label={t('ORDER.SHOWN')}
          value={shown}
          options={[
            { value: 'all', text: t('ORDERS.ALL') },
            { value: 'notes', text: t('ORDER.NOTES') },
          ]}
          onPick={setShown}
        />
      }
    >
      {mayNote && <NoteForm order={order} noteBox={noteBox} onEditing={onEditing} />}
      <Timeline
        items={events.map((event) => {
          const item = orderItem(t, event, language)
          if (event.kind === 'lines') return { ...item, body: <LineChanges changes={event.detail.changes} /> }
          if (event.kind !== 'note') return item
          const isOpen = mayNote && isCorrectable(event, me, now)
          return {
            ...item,
            end: isOpen && <LinkButton onClick={() => setCorrected(event)}>{t('TIMELINE.CORRECT')}</LinkButton>,
            body: (
              <>
                {event.detail.former.length > 0 && <Former texts={event.detail.former} />}
                <AttachedFiles files={event.detail.files} />
              </>
            ),
          }
        })}
      />
      {corrected !== null && (
        <CorrectNoteDialog
          text={corrected.text}
          save={async ({ text }) => {
            const path = { number: order.orderNumber }
            keepOrder(await call('PATCH', '/desk/orders/{number}/notes', { path, body: { id: corrected.id, text } }))
          }}
          onClose={() => setCorrected(null)}
        />
      )}
    </Block>
  )
}

/** Changes of the lines by staff, in words. */
function LineChanges({ changes }: { changes: readonly Schemas['OrderLineChange'][] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const told = ({ quantity, unitPrice, detail, isMadeToOrder }: Schemas['OrderLineFacts']) =>
    [`${quantity} × ${formatWithSign(toQepik(unitPrice), language)}`, detail, isMadeToOrder ? t('QUOTE.MADE_TO_ORDER') : '']
      .filter((part) => part !== '')
      .join(', ')
  return (
    <ul className="small">
      {changes.map(({ nameAz, nameRu, nameEn, before, after }, at) => {
        const name = { az: nameAz, ru: nameRu, en: nameEn }[language]
        const text =
          before === null
            ? t('ORDER.LINE_ADDED', { name, what: after === null ? '' : told(after) })
            : after === null
              ? t('ORDER.LINE_REMOVED', { name, what: told(before) })
              : t('ORDER.LINE_CHANGED', { name, from: told(before), to: told(after) })
        return <li key={at}>{text}</li>
      })}
    </ul>
  )
}

function NoteForm({ order, noteBox, onEditing }: Omit<OrderEventsProps, 'mayNote'>) {
  const { t } = useTranslation()
  const me = useMe()
  const team = useTeamNames()
  const [text, setText] = useDraft(`${me.id}.${order.orderNumber}.note`)
  const [picked, setPicked] = useState<readonly Mentionable[]>([])
  const mayFile = useMay('media.file')
  const [mediaIds, setMediaIds] = useState<readonly string[] | null>([])
  const [sentCount, setSentCount] = useState(0)
  const send = useOrderCall(
    (body: { text: string; mentions: string[]; mediaIds?: string[] }, keyFor) =>
      call('POST', '/desk/orders/{number}/notes', { path: { number: order.orderNumber }, body, key: keyFor(body) }),
    () => {
      setText('')
      setSentCount(sentCount + 1)
    },
  )
  useEffect(() => {
    onEditing(text !== '')
    return () => onEditing(false)
  })
  const isReady = text.trim() !== '' && mediaIds !== null
  const hasFiles = mediaIds === null || mediaIds.length > 0
  const submit = () => {
    if (!isReady) return
    send.mutate({
      text: text.trim(),
      mentions: mentionedIds(text, picked, team),
      ...(mediaIds.length > 0 && { mediaIds: [...mediaIds] }),
    })
  }
  return (
    <div className={styles.note} data-keys-rest>
      <NoteText
        ref={noteBox}
        rows={text === '' ? 1 : 3}
        text={text}
        onText={setText}
        onMention={(person) => setPicked([...picked, person])}
        onSubmit={submit}
      />
      {(text !== '' || hasFiles) && (
        <div className={styles.noteFoot}>
          <Button size="small" onClick={() => noteBox.current?.mention()}>
            @ {t('COMPOSER.MENTION')}
          </Button>
          {mayFile && (
            <Suspense>
              <NoteFiles key={sentCount} onFiles={setMediaIds} />
            </Suspense>
          )}
          <Button variant="primary" size="small" className="push" busy={send.isPending} disabled={!isReady} onClick={submit}>
            {t('COMPOSER.SAVE_NOTE')}
          </Button>
        </div>
      )}
    </div>
  )
}

function orderItem(t: TFunction, event: OrderEntry, language: Language): TimelineItem {
  const { id, at, actor } = event
  const item = { id, at, by: actor === null ? 'system' : 'person', aside: actor?.name ?? '', text: event.text } as const
  if (event.kind !== 'note') return { ...item, title: eventText(t, event, language) }
  const text = withMentions(
    event.text,
    event.detail.mentions.map(({ name }) => name),
  )
  return { ...item, isSaid: true, title: t('TIMELINE.NOTE'), kind: 'note', text }
}

type Told = Exclude<OrderEntry, { kind: 'note' }>

/** Text of an event, without author and time. */
function eventText(t: TFunction, event: Told, language: Language): string {
  switch (event.kind) {
    case 'status': {
      const { from, to, reason } = event.detail
      if (from === null) return t('ORDER.EVENT_RECEIVED')
      const why = reason === null ? '' : ` (${t(cancelReasonTexts[reason])})`
      return t('ORDER.EVENT_STATUS', { from: t(orderStatusViews[from].text), to: t(orderStatusViews[to].text) }) + why
    }
    case 'payment': {
      const { kind, amount, method } = event.detail
      const sum = formatWithSign(toQepik(amount), language)
      return t(kind === 'in' ? 'ORDER.EVENT_PAID' : 'ORDER.EVENT_REFUNDED', { sum, method: t(paymentMethodTexts[method]) })
    }
    case 'paymentStatus':
      return t('ORDER.EVENT_PAYMENT_STATUS', { to: t(paymentStatusViews[event.detail.to].text) })
    case 'delivery': {
      const day = event.detail.to === null ? '' : deliveryDay(event.detail.to, language)
      return day === '' ? t('ORDER.EVENT_DELIVERY') : t('ORDER.EVENT_DELIVERY_DAY', { day })
    }
    case 'assigned':
      return event.detail.to === null ? t('ORDER.EVENT_UNASSIGNED') : t('ORDER.EVENT_ASSIGNED', { name: event.detail.to.name })
    case 'corrected':
      return t('ORDER.EVENT_CORRECTED')
    case 'lines': {
      const [from, to] = [event.detail.from, event.detail.to].map((amount) => formatWithSign(toQepik(amount), language))
      return t('ORDER.EVENT_LINES', { from, to })
    }
    case 'claimed':
      return t('ORDER.EVENT_CLAIMED')
    case 'mail':
      return t('ORDER.EVENT_MAIL', { state: t(mailTexts[event.detail.state]) })
  }
}
