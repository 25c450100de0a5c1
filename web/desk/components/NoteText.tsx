import { Autocomplete } from '@base-ui/react/autocomplete'
import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useMe } from '@desk/api/session'
import { isCommand } from '@desk/lib/keys'
import { matching, openMention, withMention, type Mentionable } from '@desk/lib/mentions'
import { useTeamNames } from '@desk/lib/team'
import { TextArea } from '@shared/components/Field'
import popups from './Popups.module.css'

/** Calls of a form beside the text. */
export interface NoteHandle {
  focus: () => void
  /** Begins a mention at the caret. */
  mention: () => void
}

interface NoteTextProps {
  text: string
  onText: (text: string) => void
  onMention: (person: Mentionable) => void
  onSubmit: () => void
  rows: number
  ref: Ref<NoteHandle>
}

/** The text of a note. After an `@` it lists the team, by what is typed, and picks somebody without leaving the text. */
export function NoteText({ text, onText, onMention, onSubmit, rows, ref }: NoteTextProps) {
  const { t } = useTranslation()
  const me = useMe()
  const team = useTeamNames()
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  /** Where the `@` stands whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null)
  const mention = openMention(text, caret)
  const isListed = mention !== null && mention.start !== closed
  const people = isListed ? matching(team, mention.query).filter(({ id }) => id !== me.id) : []

  const write = (next: { text: string; caret: number }) => {
    // The next key finds the text written and the caret behind it.
    flushSync(() => {
      onText(next.text)
      setCaret(next.caret)
    })
    area.current?.focus()
    area.current?.setSelectionRange(next.caret, next.caret)
  }
  const pick = (person: Mentionable) => {
    if (mention === null) return
    onMention(person)
    write(withMention(text, caret, mention, person.name))
  }
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    mention: () => {
      const at = area.current?.selectionStart ?? text.length
      const before = text.slice(0, at)
      const start = before === '' || /\s$/u.test(before) ? before : `${before} `
      setClosed(null)
      write({ text: `${start}@${text.slice(at)}`, caret: start.length + 1 })
    },
  }))

  return (
    <Autocomplete.Root
      items={people}
      filter={null}
      value={text}
      onValueChange={(next, { reason }) => {
        if (reason !== 'item-press') onText(next)
      }}
      itemToStringValue={({ name }: Mentionable) => name}
      open={people.length > 0}
      onOpenChange={(isOpen) => {
        if (!isOpen && mention !== null) setClosed(mention.start)
      }}
      autoHighlight="always"
    >
      <Autocomplete.Input
        render={
          <TextArea
            ref={area}
            label={t('COMPOSER.NOTE_LABEL')}
            isLabelHidden
            placeholder={t('COMPOSER.NOTE_HINT')}
            rows={rows}
            maxLength={1000}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          />
        }
        onKeyDown={(event) => {
          // The arrows move the caret while no list is open.
          if (people.length === 0) event.preventBaseUIHandler()
          if (isCommand(event, 'enter')) onSubmit()
        }}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popups.positioner} align="start" sideOffset={4}>
          <Autocomplete.Popup className={popups.menu} aria-label={t('COMPOSER.MENTION')}>
            <Autocomplete.List>
              {(person: Mentionable) => (
                <Autocomplete.Item key={person.id} value={person} className={popups.item} onClick={() => pick(person)}>
                  {person.name}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
