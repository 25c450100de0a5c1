import { Ellipsis, ExternalLink, Plus } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearch } from 'wouter'
import type { QueryKey } from '@tanstack/react-query'
import { Button, buttonClass } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { Field, Select, TextArea } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { useQuery } from '@shared/query/use-query'
import { showToast } from '@shared/toasts'
import { timeInBaku } from '@shared/dates'
import type { Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'
import { queryClient } from '@desk/api/query-client'
import type { ContentRow, ContentState, ProductImage } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Check } from '@desk/components/Check'
import { Dialog } from '@desk/components/Dialog'
import { Loaded } from '@desk/components/Loaded'
import { Pictures } from '@desk/components/media/Pictures'
import { usePictures } from '@desk/components/media/use-pictures'
import { Menu, MenuItem } from '@desk/components/Menu'
import { Note, StatusOf } from '@desk/components/Parts'
import { BackLink } from '@desk/components/RecordPage'
import screen from '@desk/components/Screen.module.css'
import { ChangeCount } from '@desk/components/record/ChangeCount'
import { ChangeMark } from '@desk/components/record/ChangeMark'
import { focusField } from '@desk/components/record/focus-field'
import { Moment } from '@desk/components/record/Moment'
import { RefusedFields } from '@desk/components/record/RefusedFields'
import { SaveGuard } from '@desk/components/record/SaveGuard'
import { TextColumns } from '@desk/components/record/TextColumns'
import { useSave } from '@desk/components/record/use-save'
import { shownLanguage, useLanguage } from '@desk/i18n/language'
import { contentPath, contentStates, contentStateViews, textIn, type ContentKind } from '@desk/lib/content'
import { useEditing, type Editing } from '@desk/lib/editing'
import { useKeys } from '@desk/lib/keys'
import { inLanguage, sourceLanguage } from '@desk/lib/translated'
import { useChange } from '@desk/lib/use-change'
import { useNow } from '@desk/lib/use-now'
import { useTitle } from '@desk/lib/use-title'
import { Changed } from './Changed'
import { ContentFrame } from './ContentFrame'
import styles from './Content.module.css'
import { labelOf, missingTexts, optionText, typedText, valueText, type ContentModel, type FieldSpec, type Values } from './model'
import { NewRecordDialog } from './NewRecordDialog'
import { Preview } from './Preview'
import { RecordList } from './RecordList'
import { useOrder } from './use-order'

/** Context of a record's preview. */
export interface PreviewPart {
  /** Typed values. */
  values: Values
  language: Language
}

interface RecordsOptions<Row extends ContentRow> {
  kind: ContentKind
  /** The text that names a record. */
  nameField: string
  specs: readonly FieldSpec[]
  model: ContentModel<Row>
  list: { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<readonly Row[]> }
  /** Makes a draft of a code and its name in the source's language, at the end of the others. */
  create: (code: string, name: string, how: { key: string; position: number }) => Promise<Row>
  remove: (row: Row) => Promise<unknown>
  /** Saves the order; absent for records without one. */
  order?: (codes: string[]) => Promise<readonly Row[]>
  timesOf: (row: Row) => { from: string | null; to: string | null }
  texts: { add: TextKey; place: TextKey; pick: TextKey }
  Preview: ComponentType<PreviewPart>
}

const statesOf = (search: string): ContentState[] => {
  const given = (new URLSearchParams(search).get('state') ?? '').split(',')
  return contentStates.filter((state) => given.includes(state))
}

/** Makes the screen of a kind of content: the list left, the open record with its preview and its fields. */
export function recordsScreen<Row extends ContentRow>(options: RecordsOptions<Row>): ComponentType {
  const { kind, list, nameField, order, timesOf, texts } = options
  const keep = (rows: readonly Row[]) => queryClient.setQueryData(list.queryKey, rows)
  return function RecordsScreen() {
    const { t } = useTranslation()
    const language = useLanguage()
    const [, navigate] = useLocation()
    const search = useSearch()
    const { code } = useParams<{ code?: string }>()
    const [isAdding, setAdding] = useState(false)
    const query = useQuery<readonly Row[]>(list)
    const states = statesOf(search)
    const tail = states.length === 0 ? '' : `?state=${states.join(',')}`
    const { rows, said, move } = useOrder({ rows: query.data ?? [], send: order, keep })
    const nameOf = (row: Row) => textIn(row, nameField, language) || row.code
    const open = rows.find((row) => row.code === code)
    const at = open === undefined ? -1 : rows.indexOf(open)
    useKeys([
      { keys: 'c', text: texts.add, run: () => setAdding(true) },
      { keys: 'escape', text: 'KEYS.BACK', run: () => navigate(contentPath(kind) + tail) },
    ])
    return (
      <ContentFrame
        kind={kind}
        isOpen={code !== undefined}
        actions={
          <Button onClick={() => setAdding(true)}>
            <Plus size={17} strokeWidth={1.5} aria-hidden="true" />
            {t(texts.add)}
          </Button>
        }
        list={
          <RecordList
            label={t('CONTENT.LIST')}
            rows={rows}
            states={states}
            onStates={(next) =>
              navigate(contentPath(kind, code) + (next.length === 0 ? '' : `?state=${next.join(',')}`), { replace: true })
            }
            open={code}
            nameOf={nameOf}
            hrefOf={(row) => contentPath(kind, row.code) + tail}
            timesOf={timesOf}
            onMove={move}
            said={said}
          />
        }
      >
        <Loaded query={query} className={styles.note}>
          {(_, notice) =>
            open === undefined ? (
              <section className={code === undefined ? styles.nothing : undefined} data-covers-tabs={code !== undefined || undefined}>
                {code !== undefined && <BackLink href={contentPath(kind) + tail} />}
                <EmptyState title={t(code === undefined ? texts.pick : 'CONTENT.NOT_FOUND')} />
              </section>
            ) : (
              <OpenRecord
                key={open.code}
                options={options}
                row={open}
                name={nameOf(open)}
                back={contentPath(kind) + tail}
                notice={notice}
                onKeep={(row) => keep((query.data ?? []).map((other) => (other.code === row.code ? row : other)))}
                onRemoved={() => {
                  keep((query.data ?? []).filter((other) => other.code !== open.code))
                  navigate(contentPath(kind) + tail)
                }}
                moves={
                  move === undefined || rows.length < 2
                    ? []
                    : [
                        { text: 'CONTENT.MOVE_UP', isOff: at === 0, run: () => move(open.code, at - 1) },
                        { text: 'CONTENT.MOVE_DOWN', isOff: at === rows.length - 1, run: () => move(open.code, at + 1) },
                      ]
                }
              />
            )
          }
        </Loaded>
        {isAdding && (
          <NewRecordDialog
            title={t(texts.add)}
            onClose={() => setAdding(false)}
            create={(name, text, key) => options.create(name, text, { key, position: rows.length })}
            onMade={(row) => {
              setAdding(false)
              keep([...(query.data ?? []), row])
              void query.retry()
              navigate(contentPath(kind, row.code))
            }}
          />
        )}
      </ContentFrame>
    )
  }
}

interface OpenRecordProps<Row extends ContentRow> {
  options: RecordsOptions<Row>
  row: Row
  name: string
  back: string
  notice: ReactNode
  onKeep: (row: Row) => void
  onRemoved: () => void
  moves: readonly { text: TextKey; isOff: boolean; run: () => void }[]
}

function OpenRecord<Row extends ContentRow>({ options, row, name, back, notice, onKeep, onRemoved, moves }: OpenRecordProps<Row>) {
  const { t } = useTranslation()
  const own = useLanguage()
  const now = useNow()
  const { kind, specs, model, remove, texts, Preview: Drawn } = options
  const editing = useEditing({
    record: row,
    model,
    draft: { kind, code: row.code },
    label: (field) => labelOf(t, specs, field),
    show: (field, value) => valueText(t, specs, field, value, shownLanguage()),
    onSaved: onKeep,
  })
  const { state, store, shown } = editing
  const [language, setLanguage] = useState<Language>(own)
  const [isRemoving, setRemoving] = useState(false)
  const imageSpec = specs.find((spec) => spec.kind === 'images')
  const withImages = editing as unknown as Parameters<typeof usePictures>[0] & Parameters<typeof Pictures>[0]['editing']
  const pictures = usePictures({ ...withImages, shown: { images: (shown.images ?? []) as ProductImage[] } }, imageSpec?.max ?? 0)
  const mayAddPictures = useMay('media.picture')
  const count = Object.keys(state.typed).length
  const save = useSave(editing)
  useTitle(`${name} · ${t('CONTENT.TITLE')}`)
  const removal = useChange({
    send: () => remove(state.record),
    onDone: () => {
      store.takeBack()
      showToast({ tone: 'done', text: t('CONTENT.REMOVED') })
      onRemoved()
    },
    onConflict: (present) => {
      onKeep(present as Row)
      setRemoving(false)
      return undefined
    },
  })
  // A draft that was published meanwhile is saved as published.
  const isDraft = row.isDraft
  const times = options.timesOf(row)
  const isLater = times.from !== null && Date.parse(times.from) > now.getTime()
  const publish = () => {
    store.change('isDraft', false)
    void save()
  }
  const toField = (field: string) => {
    for (const one of ['az', 'ru', 'en'] as const) {
      if (specs.some((spec) => spec.kind === 'text' && inLanguage(spec.name, one) === field)) setLanguage(one)
    }
    focusField(field)
  }
  const refused = (isAbove: boolean) => (
    <RefusedFields
      fields={model.fieldNames.filter((field) => field in state.refused && field !== 'isDraft')}
      label={editing.label}
      onField={toField}
      isAbove={isAbove}
      className={isAbove ? 'phone-only' : 'wide-only'}
    />
  )
  const buttons = (
    <>
      <Button variant={isDraft ? 'secondary' : 'primary'} busy={state.isSaving} disabled={count === 0} onClick={() => void save()}>
        {t('COMMON.SAVE')}
        <kbd className="wide-only">Ctrl S</kbd>
      </Button>
      {isDraft && (
        <Button variant="primary" busy={state.isSaving} onClick={publish}>
          {t(isLater ? 'CONTENT.PLAN' : 'CONTENT.PUBLISH')}
        </Button>
      )}
    </>
  )
  return (
    <section className={styles.record} aria-label={name} data-covers-tabs>
      <header className={screen.bar}>
        <BackLink href={back} />
        <h1 className="cut">{name}</h1>
        <span className="wide-only">
          <StatusOf view={contentStateViews[row.state]} isTinted />
        </span>
        <span className="push" />
        <ChangeCount count={count} />
        <span className={`${styles.buttons ?? ''} wide-only`}>{buttons}</span>
        <Menu
          trigger={
            <IconButton label={t('OFFERS.MORE')}>
              <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          }
        >
          {moves.map(({ text, isOff, run }) => (
            <MenuItem key={text} disabled={isOff} onPick={run}>
              {t(text)}
            </MenuItem>
          ))}
          {!row.isDraft && <MenuItem onPick={() => store.change('isDraft', true)}>{t('CONTENT.TO_DRAFT')}</MenuItem>}
          {count > 0 && <MenuItem onPick={() => store.takeBack()}>{t('PRODUCT.TAKE_ALL_BACK')}</MenuItem>}
          <MenuItem isDanger onPick={() => setRemoving(true)}>
            {t('COMMON.REMOVE')}
          </MenuItem>
        </Menu>
        {refused(false)}
      </header>
      {notice}
      {refused(true)}
      <ChangedMeanwhile editing={editing} />
      <div className={styles.body}>
        <Preview place={t(texts.place)} language={language} onLanguage={setLanguage}>
          <Drawn values={shown} language={language} />
        </Preview>
        <p className="small">
          <a
            className={buttonClass({ size: 'small' })}
            href={`/${language}?preview=${encodeURIComponent(row.code)}`}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('CONTENT.IN_SHOP')}
          </a>
        </p>
        <TextColumns
          texts={specs.flatMap((spec) =>
            spec.kind === 'text' ? [{ name: spec.name, label: t(spec.label), rows: spec.rows, limit: spec.limit }] : [],
          )}
          editingOf={() => editing}
          mayWrite
          language={language}
          onLanguage={setLanguage}
          missingOf={(one) => missingTexts(specs, shown, one)}
          placeholderOf={(field, one) => {
            const fallback = one === sourceLanguage ? '' : typedText(shown[inLanguage(field, sourceLanguage)]).trim()
            return fallback === '' ? t('PRODUCT.LEFT_OUT') : t('PRODUCT.FALLS_BACK', { text: fallback })
          }}
        />
        <div className={styles.fields}>
          {specs.map((spec) => (
            <OtherField key={spec.name} spec={spec} editing={editing} />
          ))}
          {editing.isChanged('isDraft') && (
            <div>
              <p>{t(shown.isDraft === true ? 'CONTENT.BECOMES_DRAFT' : 'CONTENT.BECOMES_SHOWN')}</p>
              <ChangeMark editing={editing} field="isDraft" />
            </div>
          )}
        </div>
        {imageSpec !== undefined && (
          <Pictures
            editing={{ ...withImages, shown: { images: (shown.images ?? []) as ProductImage[] } }}
            pictures={pictures}
            mayWrite={mayAddPictures}
          />
        )}
        <Changed by={row.changedBy} at={row.changedAt} />
      </div>
      <div className={`${screen.dock ?? ''} ${styles.dock ?? ''} phone-only`}>{buttons}</div>
      {isRemoving && (
        <Dialog
          title={t('CONTENT.REMOVE_TITLE', { name })}
          description={t('CONTENT.REMOVE_TEXT')}
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onClick={() => setRemoving(false)}>{t('COMMON.CANCEL')}</Button>
              <Button variant="danger" busy={removal.isPending} onClick={() => removal.mutate(undefined)}>
                {t('COMMON.REMOVE')}
              </Button>
            </>
          }
        />
      )}
      <SaveGuard count={count} sending={pictures.sending} isBusy={state.isSaving} onSave={save} />
    </section>
  )
}

/** A field that is no text in three languages and no picture. */
function OtherField<Row extends ContentRow>({ spec, editing }: { spec: FieldSpec; editing: Editing<Row, Values, Values> }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { shown, store, errorOf } = editing
  const { kind, name, label } = spec
  const value = typedText(shown[name])
  const props = { name, label: t(label), error: errorOf(name), value }
  if (kind === 'time') return <Moment field={name} editing={editing} {...(spec.usual !== undefined && { time: spec.usual })} />
  if (kind === 'line')
    return (
      <div>
        {(spec.type ?? 'text') === 'text' && spec.limit > 300 ? (
          <TextArea {...props} rows={2} onChange={({ target }) => store.change(name, target.value)} />
        ) : (
          <Field {...props} type={spec.type} autoComplete="off" onChange={({ target }) => store.change(name, target.value)} />
        )}
        <ChangeMark editing={editing} field={name} />
      </div>
    )
  if (kind === 'choice')
    return (
      <div>
        <Select {...props} onChange={({ target }) => store.change(name, target.value)}>
          {spec.options.map((option) => (
            <option key={option.value} value={option.value}>
              {optionText(t, option, language)}
            </option>
          ))}
        </Select>
        <ChangeMark editing={editing} field={name} />
      </div>
    )
  if (kind === 'flag')
    return (
      <div>
        <Check name={name} checked={shown[name] === true} onChange={({ target }) => store.change(name, target.checked)}>
          {t(label)}
        </Check>
        <ChangeMark editing={editing} field={name} />
      </div>
    )
  return null
}

/** Says who changed fields that are typed in here; a save asks field by field. Nothing while nobody did. */
function ChangedMeanwhile<Row extends ContentRow>({ editing }: { editing: Editing<Row, Values, Values> }) {
  const { t } = useTranslation()
  const { state, label } = editing
  const { record, from } = state
  const saved = record as unknown as Values
  const fields = Object.entries(from.fields).filter(
    ([field, before]) => field in saved && field !== 'images' && JSON.stringify(saved[field]) !== JSON.stringify(before),
  )
  if (fields.length === 0) return null
  return (
    <Note tone="ruby" role="alert" className={styles.note}>
      {t('CONTENT.CHANGED_MEANWHILE', {
        name: record.changedBy?.name ?? t('CONFLICT.SYSTEM'),
        time: record.changedAt === null ? '' : timeInBaku(record.changedAt),
        fields: fields.map(([field]) => label(field)).join(', '),
      })}
    </Note>
  )
}
