import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { ApiError } from '@shared/api/error'
import { languageNames, languages, type Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import { showToast } from '@shared/toasts'
import { Button } from '@shared/components/Button'
import { Field, Select, TextArea } from '@shared/components/Field'
import { call, query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Template } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Chip, Note, Segment } from '@desk/components/Parts'
import { BackLink, RecordPage } from '@desk/components/RecordPage'
import { Screen } from '@desk/components/Screen'
import { keyText } from '@desk/lib/errors'
import { isCommand } from '@desk/lib/keys'
import { useLeaving } from '@desk/lib/leaving'
import { textSuffixes } from '@desk/lib/translated'
import { saveMerging } from '@desk/lib/save-merging'
import { placeholders, unknownPlaceholders } from '@desk/lib/templates'
import { channelTexts } from '@desk/lib/texts'
import { useChange } from '@desk/lib/use-change'
import { usePhone } from '@desk/lib/use-phone'
import styles from './Templates.module.css'

const listPath = '/mail/templates'
const limits = { name: 60, subject: 200, text: 2_000, code: 40 } as const

const empty: Template = {
  code: '',
  channel: 'whatsapp',
  nameAz: '',
  nameRu: '',
  nameEn: '',
  subjectAz: '',
  subjectRu: '',
  subjectEn: '',
  textAz: '',
  textRu: '',
  textEn: '',
  version: 0,
  changedBy: null,
  changedAt: null,
}

type FieldName = Exclude<keyof Template, 'code' | 'version' | 'changedBy' | 'changedAt'>

const without = <Name extends string>(record: Readonly<Partial<Record<Name, unknown>>>, ...names: readonly Name[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.some((one) => one === name)))

const fieldsOf = (template: Template) => without(template, 'code', 'version', 'changedBy', 'changedAt') as Pick<Template, FieldName>

/** One prepared text in three languages. */
export default function TemplateScreen() {
  const { code } = useParams<{ code: string }>()
  const isNew = code === 'new'
  const template = useQuery({ ...query('/desk/templates/{code}', { path: { code } }), enabled: !isNew })
  const { t } = useTranslation()
  if (isNew) return <Editor key="new" template={empty} />
  return (
    <RecordPage query={template} label={t('TEMPLATES.TITLE')} missing={{ title: 'TEMPLATES.NOT_FOUND', text: 'TEMPLATES.NOT_FOUND_TEXT' }}>
      {(present, notice) => (
        <>
          {notice}
          <Editor key={present.code} template={present} />
        </>
      )}
    </RecordPage>
  )
}

function Editor({ template }: { template: Template }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const mayWrite = useMay('templates.write')
  const isPhone = usePhone()
  const [base, setBase] = useState(template)
  const [changes, setChanges] = useState<Partial<Template>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [language, setLanguage] = useState<Language>('az')
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<HTMLTextAreaElement | null>(null)
  const isNew = base.version === 0
  const shown = { ...base, ...changes }
  const isDirty = Object.keys(changes).length > 0
  useLeaving(isDirty && mayWrite, (leave) => setLeaving(() => leave))

  const set = (name: keyof Template, value: string) => {
    const others: Partial<Template> = without(changes, name)
    setChanges(base[name] === value ? others : { ...others, [name]: value })
    setErrors((shownErrors) => without(shownErrors, name) as Readonly<Record<string, string>>)
  }
  const keep = (saved: Template) => {
    queryClient.setQueryData(query('/desk/templates/{code}', { path: { code: saved.code } }).queryKey, saved)
    void reload('/desk/templates')
  }
  const save = useChange({
    send: async () => {
      let present = base
      return saveMerging<Template, Template>({
        base,
        changes,
        send: (version, changed) =>
          call('PUT', '/desk/templates/{code}', {
            path: { code: shown.code },
            body: { ...fieldsOf(present), ...without(changed, 'code'), version },
          }),
        present: (data) => {
          present = data as Template
          return present
        },
        label: (field) => labelOf(field),
        show: (_, value) => (typeof value === 'string' && value !== '' ? value : '–'),
        onMerged: (count) => showToast({ tone: 'done', text: t('CONFLICT.MERGED', { count }) }),
      })
    },
    onDone: (saved) => {
      if (saved === null) return
      setBase(saved)
      setChanges({})
      setErrors({})
      keep(saved)
      showToast({ tone: 'done', text: t('COMMON.SAVED') })
      if (isNew) queueMicrotask(() => navigate(`${listPath}/${saved.code}`, { replace: true }))
    },
  })
  const remove = useChange({
    send: () => call('DELETE', '/desk/templates/{code}', { path: { code: base.code }, query: { version: base.version } }),
    onDone: () => {
      const removed = base
      void reload('/desk/templates')
      showToast({
        tone: 'done',
        text: t('TEMPLATES.REMOVED'),
        action: {
          label: t('COMMON.UNDO'),
          run: () =>
            void call('PUT', '/desk/templates/{code}', {
              path: { code: removed.code },
              body: { ...fieldsOf(removed), version: 0 },
            }).then(keep),
        },
      })
      navigate(listPath)
    },
  })
  function labelOf(field: string): string {
    const part = (['name', 'subject', 'text'] as const).find((name) => field.startsWith(name))
    const of = languages.find((one) => field.endsWith(textSuffixes[one]))
    if (part === undefined || of === undefined) return t('TEMPLATES.CHANNEL')
    return `${t(partTexts[part])}, ${languageNames[of]}`
  }
  /** Errors found without the server. */
  const check = (): Record<string, string> => {
    const found: Record<string, string> = {}
    if (!/^[a-z0-9_]{1,40}$/.test(shown.code)) found.code = t('TEMPLATES.CODE_HINT')
    for (const one of languages) {
      const suffix = textSuffixes[one]
      for (const part of ['name', 'text'] as const)
        if (shown[`${part}${suffix}`].trim() === '') found[`${part}${suffix}`] = t('ERRORS.REQUIRED')
      for (const part of ['subject', 'text'] as const) {
        const unknown = unknownPlaceholders(shown[`${part}${suffix}`])
        if (unknown.length > 0) found[`${part}${suffix}`] = t('TEMPLATES.UNKNOWN', { names: unknown.map((name) => `{${name}}`).join(', ') })
      }
    }
    return found
  }
  const submit = () => {
    if (!isDirty || save.isPending) return
    const found = check()
    setErrors(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      const of = languages.find((one) => first.endsWith(textSuffixes[one]))
      if (of !== undefined) setLanguage(of)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    save.mutate(undefined, {
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, key]) => [name, keyText(t, key) ?? t('ERRORS.INVALID')])))
      },
    })
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCommand(event, 's')) return
      event.preventDefault()
      submit()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
  /** Writes a placeholder where the cursor was last. */
  const insert = (name: string) => {
    const area = last.current ?? form.current?.querySelector('textarea') ?? null
    if (area === null) return
    const [from, to] = [area.selectionStart, area.selectionEnd]
    const field = area.name as FieldName
    set(field, `${area.value.slice(0, from)}{${name}}${area.value.slice(to)}`)
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(from + name.length + 2, from + name.length + 2)
    })
  }
  return (
    <Screen
      title={isNew ? t('TEMPLATES.ADD') : base.nameAz}
      aside={isNew ? undefined : base.code}
      actions={
        <>
          <BackLink href={listPath} className="" />
          {mayWrite && !isNew && (
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
              {t('COMMON.REMOVE')}
            </Button>
          )}
          {mayWrite && (
            <Button variant="primary" busy={save.isPending} disabled={!isDirty} onClick={submit}>
              {t('COMMON.SAVE')}
            </Button>
          )}
        </>
      }
    >
      {leaving !== null && (
        <Note tone="amber" role="alert" className={styles.note}>
          <p>{t('TEMPLATES.LEAVE')}</p>
          <p className={styles.tools}>
            <Button size="small" variant="danger" onClick={leaving}>
              {t('DIALOG.DISCARD_YES')}
            </Button>
            <Button size="small" onClick={() => setLeaving(null)}>
              {t('DIALOG.DISCARD_NO')}
            </Button>
          </p>
        </Note>
      )}
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <div className={styles.head}>
          {isNew && (
            <Field
              label={t('PRODUCTS.CODE')}
              name="code"
              hint={t('TEMPLATES.CODE_HINT')}
              error={errors.code}
              maxLength={limits.code}
              value={shown.code}
              onChange={({ target }) => set('code', target.value.trim().toLowerCase())}
            />
          )}
          <Select
            label={t('TEMPLATES.CHANNEL')}
            disabled={!mayWrite}
            value={shown.channel}
            onChange={({ target }) => set('channel', target.value)}
          >
            {(['whatsapp', 'mail'] as const).map((channel) => (
              <option key={channel} value={channel}>
                {t(channelTexts[channel])}
              </option>
            ))}
          </Select>
          {mayWrite && (
            <div className={styles.placeholders} role="group" aria-label={t('TEMPLATES.PLACEHOLDERS')}>
              <span className="dim small">{t('TEMPLATES.PLACEHOLDERS')}</span>
              {placeholders.map((name) => (
                <Chip key={name} isOn={false} title={t(placeholderTexts[name])} onClick={() => insert(name)}>
                  {`{${name}}`}
                </Chip>
              ))}
            </div>
          )}
        </div>
        {isPhone && (
          <Segment
            label={t('COMMON.LANGUAGE_LABEL')}
            value={language}
            options={languages.map((one) => ({ value: one, text: languageNames[one] }))}
            onPick={setLanguage}
          />
        )}
        <div className={styles.columns}>
          {languages
            .filter((one) => !isPhone || one === language)
            .map((one) => {
              const suffix = textSuffixes[one]
              return (
                <fieldset key={one} className={styles.column} lang={one} disabled={!mayWrite}>
                  <legend>{languageNames[one]}</legend>
                  <Field
                    label={t('TEMPLATES.NAME')}
                    maxLength={limits.name}
                    error={errors[`name${suffix}`]}
                    value={shown[`name${suffix}`]}
                    onChange={({ target }) => set(`name${suffix}`, target.value)}
                  />
                  {shown.channel === 'mail' && (
                    <Field
                      label={t('COMPOSER.SUBJECT')}
                      maxLength={limits.subject}
                      error={errors[`subject${suffix}`]}
                      value={shown[`subject${suffix}`]}
                      onChange={({ target }) => set(`subject${suffix}`, target.value)}
                    />
                  )}
                  <TextArea
                    label={t('TEMPLATES.TEXT')}
                    name={`text${suffix}`}
                    rows={8}
                    maxLength={limits.text}
                    error={errors[`text${suffix}`]}
                    value={shown[`text${suffix}`]}
                    onFocus={({ target }) => {
                      last.current = target
                    }}
                    onChange={({ target }) => set(`text${suffix}`, target.value)}
                  />
                </fieldset>
              )
            })}
        </div>
      </form>
    </Screen>
  )
}

const partTexts = { name: 'TEMPLATES.NAME', subject: 'COMPOSER.SUBJECT', text: 'TEMPLATES.TEXT' } as const

const placeholderTexts = {
  name: 'TEMPLATES.IS_NAME',
  product: 'TEMPLATES.IS_PRODUCT',
  link: 'TEMPLATES.IS_LINK',
  me: 'TEMPLATES.IS_ME',
} as const
