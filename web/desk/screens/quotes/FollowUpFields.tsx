import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dateInBaku, fromBaku, timeInBaku } from '@shared/dates'
import type { FollowUp } from '@desk/api/records'
import { type FollowUpKind, followUpKinds } from '@desk/api/words'
import { Field, Select } from '@shared/components/Field'
import { DayField, TimeField } from '@desk/components/DayField'
import { Chip } from '@desk/components/Parts'
import { followUpTexts } from '@desk/lib/texts'
import { useNow } from '@desk/lib/use-now'
import styles from './OpenQuote.module.css'

type When = 'hour' | 'tomorrow' | 'days' | 'date' | 'none'

function chosenTime(when: When, date: string, time: string): Date | null {
  const now = new Date()
  if (when === 'hour') return new Date(now.getTime() + 60 * 60_000)
  if (when === 'tomorrow') return fromBaku(dateInBaku(addDays(now, 1)), '10:00')
  if (when === 'days') return fromBaku(dateInBaku(addDays(now, 3)), '10:00')
  return when === 'date' ? fromBaku(date, time) : null
}

interface FollowUpDraft {
  kind: FollowUpKind
  setKind: (kind: FollowUpKind) => void
  when: When
  setWhen: (when: When) => void
  date: string
  setDate: (date: string) => void
  time: string
  setTime: (time: string) => void
  text: string
  setText: (text: string) => void
  /** Null where there is none, or no time yet. */
  value: FollowUp | null
}

/** The next step being chosen; `start` is the present one. */
export function useFollowUpDraft(start: FollowUp | null, first: When = 'tomorrow'): FollowUpDraft {
  const [kind, setKind] = useState<FollowUpKind>(start?.kind ?? 'call')
  const [when, setWhen] = useState<When>(start === null ? first : 'date')
  const [date, setDate] = useState(() => dateInBaku(start === null ? addDays(new Date(), 1) : start.at))
  const [time, setTime] = useState(start === null ? '10:00' : timeInBaku(start.at))
  const [text, setText] = useState(start?.text ?? '')
  const at = chosenTime(when, date, time)
  // The contract's times have whole seconds.
  const value = at === null ? null : { kind, at: at.toISOString().replace(/\.\d+Z$/, 'Z'), text: text.trim() }
  return { kind, setKind, when, setWhen, date, setDate, time, setTime, text, setText, value }
}

export function FollowUpFields({ draft, isOptional = false }: { draft: FollowUpDraft; isOptional?: boolean }) {
  const { t } = useTranslation()
  const today = dateInBaku(useNow())
  const choices: readonly { when: When; text: string }[] = [
    { when: 'hour', text: t('FOLLOW_UP.HOUR') },
    { when: 'tomorrow', text: t('FOLLOW_UP.TOMORROW') },
    { when: 'days', text: t('FOLLOW_UP.DAYS') },
    { when: 'date', text: t('FOLLOW_UP.DATE') },
    ...(isOptional ? [{ when: 'none' as const, text: t('FOLLOW_UP.NONE') }] : []),
  ]
  return (
    <div className={styles.followUp}>
      <div className={styles.chips} role="group" aria-label={t('FOLLOW_UP.TITLE')}>
        {choices.map(({ when, text }) => (
          <Chip key={when} isOn={draft.when === when} onClick={() => draft.setWhen(when)}>
            {text}
          </Chip>
        ))}
      </div>
      {draft.when === 'date' && (
        <div className={styles.pair}>
          <DayField label={t('FOLLOW_UP.DAY')} value={draft.date} min={today} onValue={draft.setDate} />
          <TimeField label={t('FOLLOW_UP.TIME')} value={draft.time} onValue={draft.setTime} />
        </div>
      )}
      {draft.when !== 'none' && (
        <div className={styles.pair}>
          <Select label={t('FOLLOW_UP.KIND')} value={draft.kind} onChange={({ target }) => draft.setKind(target.value as FollowUpKind)}>
            {followUpKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(followUpTexts[kind])}
              </option>
            ))}
          </Select>
          <Field label={t('FOLLOW_UP.TEXT')} maxLength={200} value={draft.text} onChange={({ target }) => draft.setText(target.value)} />
        </div>
      )}
    </div>
  )
}
