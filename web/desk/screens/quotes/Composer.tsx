import { Tabs } from '@base-ui/react/tabs'
import { AtSign, ExternalLink, Lock, Mail, MessageCircle, MessagesSquare, Phone, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whatsAppUrl } from '@shared/phone-links'
import { call } from '@desk/api/client'
import type { Quote } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { callOutcomes, type Outcome } from '@desk/api/words'
import { Button, buttonClass } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { Field, TextArea } from '@shared/components/Field'
import { NoteText, type NoteHandle } from '@desk/components/NoteText'
import { Chip, Tag } from '@desk/components/Parts'
import { useDraft } from '@desk/lib/drafts'
import { mentionedIds, type Mentionable } from '@desk/lib/mentions'
import { isCommand } from '@desk/lib/keys'
import { useOnline } from '@desk/lib/online'
import { sendOrKeep } from '@desk/lib/outbox'
import { leftPlaceholders } from '@desk/lib/templates'
import { languageTexts, outcomeTexts } from '@desk/lib/texts'
import { showToast } from '@shared/toasts'
import { useTeamNames } from '@desk/lib/team'
import { FollowUpFields, useFollowUpDraft } from './FollowUpFields'
import styles from './OpenQuote.module.css'
import { useMessages, useQuoteCall } from './queries'
import { LeftNote, TemplateMenu } from './TemplateMenu'

export const composerTabs = ['note', 'message', 'call', 'whatsapp', 'mail'] as const
export type ComposerTab = (typeof composerTabs)[number]

const icons = { note: Lock, message: MessagesSquare, call: Phone, whatsapp: MessageCircle, mail: Mail }
const texts = {
  note: 'COMPOSER.NOTE',
  message: 'MESSAGES.TAB',
  call: 'COMPOSER.CALL',
  whatsapp: 'COMPOSER.WHATSAPP',
  mail: 'COMPOSER.MAIL',
} as const

const MessagesPanel = lazy(() => import('./MessagesPanel'))
const NoteFiles = lazy(() => import('@desk/components/NoteFiles'))

interface ComposerProps {
  quote: Quote
  mayWrite: boolean
  tab: ComposerTab
  onTab: (tab: ComposerTab) => void
  /** On phones it is a sheet. */
  isOpen: boolean
  /** Counts the requests for it, each of which puts the focus into its text. */
  asked: number
  onClose: () => void
  onEditing: (isEditing: boolean) => void
}

interface PanelProps {
  quote: Quote
  /** Name of the draft that survives a reload. */
  draft: string
  onSent: () => void
  onEditing: (isEditing: boolean) => void
}

/** Writes a note, logs a call, or writes to the customer. */
export function Composer({ quote, mayWrite, tab, onTab, isOpen, asked, onClose, onEditing }: ComposerProps) {
  const { t } = useTranslation()
  const me = useMe()
  const box = useRef<HTMLDivElement>(null)
  const shown = mayWrite ? composerTabs : (['note'] as const)
  const { data: conversation } = useMessages(quote.number)
  const unread = conversation?.messages.filter(({ side, readAt }) => side === 'customer' && readAt === null).length ?? 0
  useEffect(() => {
    if (asked === 0) return
    // The panel of another tab follows in a later render.
    const frame = requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-tab=${tab}] textarea`)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [asked, tab])
  const panel = { quote, draft: `${me.id}.${quote.number}.${tab}`, onSent: onClose, onEditing }
  return (
    // The key works from each field; the button does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={styles.composer}
      data-open={isOpen || undefined}
      data-keys-rest
      onKeyDown={(event) => {
        if (isCommand(event, 'enter')) box.current?.querySelector<HTMLElement>(`[data-tab=${tab}] [data-send]`)?.click()
      }}
    >
      <Tabs.Root value={tab} onValueChange={(next) => onTab(next as ComposerTab)}>
        <div className={styles.tabLine}>
          <Tabs.List className={styles.tabs} aria-label={t('COMPOSER.LABEL')}>
            {shown.map((name) => {
              const Icon = icons[name]
              return (
                <Tabs.Tab key={name} value={name} className={styles.tab}>
                  <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                  {t(texts[name])}
                  {name === 'message' && unread > 0 && <Tag>{t('MESSAGES.UNREAD', { count: unread })}</Tag>}
                </Tabs.Tab>
              )
            })}
          </Tabs.List>
          <IconButton size="small" className="phone-only" label={t('COMMON.CLOSE')} onClick={onClose}>
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
        <Tabs.Panel value="note" data-tab="note">
          <NotePanel {...panel} mayAttach={mayWrite} />
        </Tabs.Panel>
        <Tabs.Panel value="message" data-tab="message">
          <Suspense>
            <MessagesPanel {...panel} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="call" data-tab="call">
          <CallPanel {...panel} />
        </Tabs.Panel>
        <Tabs.Panel value="whatsapp" data-tab="whatsapp">
          <WhatsAppPanel {...panel} />
        </Tabs.Panel>
        <Tabs.Panel value="mail" data-tab="mail">
          <MailPanel {...panel} />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  )
}

function useText({ draft, onEditing }: PanelProps): [string, (text: string) => void] {
  const [text, setText] = useDraft(draft)
  useEffect(() => {
    onEditing(text !== '')
    return () => onEditing(false)
  })
  return [text, setText]
}

/** Sends a note or a call log, or keeps it in this device while there is no network. */
function useKept(quote: Quote, path: 'notes' | 'contacts', onSent: () => void) {
  const { t } = useTranslation()
  const me = useMe()
  return useQuoteCall(async (body: { text: string } & Record<string, unknown>, keyFor) => {
    const answer = await sendOrKeep({ by: me.id, number: quote.number, path, body }, keyFor(body))
    if (answer === null) showToast({ tone: 'done', text: t('OFFLINE.KEPT') })
    onSent()
    return answer
  })
}

/** `mayAttach` allows files without a text. */
function NotePanel(props: PanelProps & { mayAttach: boolean }) {
  const { quote, onSent, mayAttach } = props
  const { t } = useTranslation()
  const [text, setText] = useText(props)
  const team = useTeamNames()
  const note = useRef<NoteHandle>(null)
  const [picked, setPicked] = useState<readonly Mentionable[]>([])
  const mayFile = useMay('media.file')
  const [mediaIds, setMediaIds] = useState<readonly string[] | null>([])
  const [sentCount, setSentCount] = useState(0)
  const done = () => {
    setText('')
    setSentCount(sentCount + 1)
    onSent()
  }
  const send = useKept(quote, 'notes', done)
  const attach = useQuoteCall(
    (body: { mediaIds: string[] }, keyFor) =>
      call('POST', '/desk/quotes/{number}/files', { path: { number: quote.number }, body, key: keyFor(body) }),
    done,
  )
  const isEmpty = text.trim() === ''
  const isReady = mediaIds !== null && (!isEmpty || (mayAttach && mediaIds.length > 0))
  const submit = () => {
    if (!isReady) return
    const files = mediaIds.length > 0 && { mediaIds: [...mediaIds] }
    if (isEmpty) attach.mutate({ mediaIds: [...mediaIds] })
    else send.mutate({ text: text.trim(), mentions: mentionedIds(text, picked, team), ...files })
  }
  return (
    <>
      <NoteText ref={note} rows={2} text={text} onText={setText} onMention={(person) => setPicked([...picked, person])} onSubmit={submit} />
      <div className={styles.foot}>
        <IconButton label={t('COMPOSER.MENTION')} onClick={() => note.current?.mention()}>
          <AtSign size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        {mayFile && (
          <Suspense>
            <NoteFiles key={sentCount} onFiles={setMediaIds} />
          </Suspense>
        )}
        <span className="dim small wide-only">{t('COMPOSER.ONLY_STAFF')}</span>
        <Button variant="primary" className="push" busy={send.isPending || attach.isPending} disabled={!isReady} onClick={submit}>
          {t('COMPOSER.SAVE_NOTE')}
        </Button>
      </div>
    </>
  )
}

function CallPanel(props: PanelProps) {
  const { quote, onSent } = props
  const { t } = useTranslation()
  const [text, setText] = useText(props)
  const [outcome, setOutcome] = useState<Outcome>('talked')
  const followUp = useFollowUpDraft(null, 'none')
  const send = useKept(quote, 'contacts', () => {
    setText('')
    onSent()
  })
  const submit = () =>
    send.mutate({
      channel: 'call',
      direction: 'out',
      outcome,
      text: text.trim(),
      ...(followUp.value !== null && { followUp: followUp.value }),
    })
  return (
    <>
      <div className={styles.chips} role="group" aria-label={t('COMPOSER.OUTCOME')}>
        {callOutcomes.map((option) => (
          <Chip key={option} isOn={outcome === option} onClick={() => setOutcome(option)}>
            {t(outcomeTexts[option])}
          </Chip>
        ))}
      </div>
      <TextArea
        label={t('COMPOSER.AGREED')}
        isLabelHidden
        placeholder={t('COMPOSER.AGREED')}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FollowUpFields draft={followUp} isOptional />
      <div className={styles.foot}>
        <Button variant="primary" className="push" data-send busy={send.isPending} onClick={submit}>
          {t('COMPOSER.SAVE_CALL')}
        </Button>
      </div>
    </>
  )
}

/** The chat is out of sight: the text opens in WhatsApp, and the person confirms that it was sent. */
function WhatsAppPanel(props: PanelProps) {
  const { quote, onSent } = props
  const { t } = useTranslation()
  const [text, setText] = useText(props)
  const [isOpened, setOpened] = useState(false)
  const send = useKept(quote, 'contacts', () => {
    setText('')
    setOpened(false)
    onSent()
  })
  const log = (direction: 'out' | 'in') =>
    send.mutate({ channel: 'whatsapp', direction, outcome: direction === 'out' ? 'sent' : 'replied', text: text.trim() })
  const chat = whatsAppUrl(quote.customer.phone ?? '', text.trim())
  const isEmpty = text.trim() === ''
  const left = leftPlaceholders(text)
  return (
    <>
      <TextArea
        label={t('COMPOSER.WHATSAPP_LABEL')}
        isLabelHidden
        placeholder={t('COMPOSER.WHATSAPP_HINT', { language: t(languageTexts[quote.language]) })}
        rows={2}
        maxLength={5000}
        lang={quote.language}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <LeftNote left={left} />
      <div className={styles.foot}>
        <TemplateMenu quote={quote} channel="whatsapp" onPick={({ text: prepared }) => setText(prepared)} />
        <span className="dim small wide-only">
          {isOpened ? t('COMPOSER.WHATSAPP_SENT') : t('COMPOSER.WHATSAPP_TEXT', { language: t(languageTexts[quote.language]) })}
        </span>
        <span className="push" />
        {isOpened ? (
          <>
            <Button onClick={() => setOpened(false)}>{t('COMPOSER.NOT_SENT')}</Button>
            <Button variant="primary" busy={send.isPending} onClick={() => log('out')}>
              {t('COMPOSER.WAS_SENT')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="plain" busy={send.isPending} disabled={isEmpty} onClick={() => log('in')}>
              {t('COMPOSER.REPLIED')}
            </Button>
            {!isEmpty && left.length === 0 && chat !== null && (
              <a className={buttonClass()} data-send href={chat} target="_blank" rel="noreferrer" onClick={() => setOpened(true)}>
                <ExternalLink size={17} strokeWidth={1.5} aria-hidden="true" />
                {t('COMPOSER.OPEN_WHATSAPP')}
              </a>
            )}
          </>
        )}
      </div>
    </>
  )
}

function MailPanel(props: PanelProps) {
  const { quote, draft, onSent } = props
  const { t } = useTranslation()
  const [text, setText] = useText(props)
  const [subject, setSubject] = useDraft(`${draft}.subject`)
  const isOnline = useOnline()
  const send = useQuoteCall(
    (body: { subject: string; text: string }, keyFor) =>
      call('POST', '/desk/quotes/{number}/mail', { path: { number: quote.number }, body, key: keyFor(body) }),
    () => {
      setText('')
      setSubject('')
      onSent()
    },
  )
  const left = leftPlaceholders(`${subject} ${text}`)
  if (quote.customer.email === null) return <p className={styles.unable}>{t('ERRORS.NO_EMAIL')}</p>
  return (
    <>
      <Field
        label={t('COMPOSER.SUBJECT')}
        isLabelHidden
        placeholder={t('COMPOSER.SUBJECT')}
        maxLength={200}
        lang={quote.language}
        value={subject}
        onChange={({ target }) => setSubject(target.value)}
      />
      <TextArea
        label={t('COMPOSER.MAIL_LABEL')}
        isLabelHidden
        placeholder={t('COMPOSER.WHATSAPP_HINT', { language: t(languageTexts[quote.language]) })}
        rows={3}
        maxLength={5000}
        lang={quote.language}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <LeftNote left={left} />
      <div className={styles.foot}>
        <TemplateMenu
          quote={quote}
          channel="mail"
          onPick={(prepared) => {
            setSubject(prepared.subject)
            setText(prepared.text)
          }}
        />
        <span className="dim small wide-only">{isOnline ? t('COMPOSER.MAIL_TEXT', { number: quote.number }) : t('OFFLINE.MAIL')}</span>
        <Button
          variant="primary"
          className="push"
          data-send
          busy={send.isPending}
          disabled={!isOnline || subject.trim() === '' || text.trim() === '' || left.length > 0}
          onClick={() => send.mutate({ subject: subject.trim(), text: text.trim() })}
        >
          {t('COMPOSER.SEND_MAIL')}
        </Button>
      </div>
    </>
  )
}
