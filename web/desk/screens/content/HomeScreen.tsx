import { ExternalLink } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'wouter'
import { Button, buttonClass } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { Status } from '@shared/components/Status'
import { languageNames, languages, type Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import type { TextKey } from '@shared/text-key'
import { home, type DeskHomeText } from '@desk/api/content'
import { queryClient } from '@desk/api/query-client'
import type { ProductImage } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Loaded } from '@desk/components/Loaded'
import { Pictures } from '@desk/components/media/Pictures'
import { usePictures } from '@desk/components/media/use-pictures'
import { BackLink } from '@desk/components/RecordPage'
import { focusField } from '@desk/components/record/focus-field'
import { TextColumns } from '@desk/components/record/TextColumns'
import { useSave } from '@desk/components/record/use-save'
import { useLanguage } from '@desk/i18n/language'
import { contentPath, pictureOf, sentPicture, textIn } from '@desk/lib/content'
import { useEditing } from '@desk/lib/editing'
import { useKeys } from '@desk/lib/keys'
import type { RecordModel } from '@desk/lib/record-store'
import { inLanguage } from '@desk/lib/translated'
import { useTitle } from '@desk/lib/use-title'
import { Changed } from './Changed'
import { ContentFrame } from './ContentFrame'
import styles from './Content.module.css'
import { Section } from './Section'

const maxLength = 2_000

type Texts = Record<'textAz' | 'textRu' | 'textEn', string>

const fieldOf = (language: Language) => inLanguage('text', language) as keyof Texts
const defaultOf = (row: DeskHomeText, language: Language) => row[inLanguage('default', language) as 'defaultAz' | 'defaultRu' | 'defaultEn']
const fields = languages.map(fieldOf)

interface Images {
  images: ProductImage[]
}
const isSamePicture = (one: Images, other: Images) => JSON.stringify(sentPicture(one.images)) === JSON.stringify(sentPicture(other.images))

/** The texts of staff; empty where the standard one stands. */
const ownTexts = (row: DeskHomeText): Texts =>
  Object.fromEntries(
    languages.map((language) => {
      const text = row[fieldOf(language)]
      return [fieldOf(language), text === defaultOf(row, language) ? '' : text]
    }),
  ) as Texts

/** How a text is edited. Where all are empty, the standard text comes back. */
const model: RecordModel<DeskHomeText, Texts, Texts> = {
  fieldNames: fields,
  fieldsOf: ownTexts,
  typedOf: (texts) => texts,
  isSame: (field, typed, saved) => typed[field].trim() === saved[field],
  check: (typed, saved) => {
    const changed = fields.filter((field) => typed[field].trim() !== saved[field])
    const isLong = (field: keyof Texts) => typed[field].trim().length > maxLength
    return {
      changes: Object.fromEntries(changed.map((field) => [field, typed[field].trim()])),
      errors: Object.fromEntries(changed.filter(isLong).map((field) => [field, 'FIELD.TOO_LONG'])),
    }
  },
  send: async (version, changes, over) => {
    const own = { ...ownTexts(over), ...changes }
    const isStandard = fields.every((field) => own[field] === '')
    const texts = Object.fromEntries(
      languages.map((language) => [fieldOf(language), own[fieldOf(language)] || defaultOf(over, language)]),
    ) as Texts
    if (!isStandard) return home.save(over.key, { ...texts, version })
    await home.remove(over.key, version)
    return { ...over, ...texts, version: 0, changedBy: null, changedAt: null }
  },
}

const groups = [
  { text: 'CONTENT.GROUP_HERO', has: (key) => /^HOME(_PICTURE_HERO$|\.(HERO_|PAGE_TITLE|SHOP_NOW|LEARN_MORE))/.test(key) },
  { text: 'CONTENT.GROUP_REVIEWS', has: (key) => key.startsWith('HOME.REVIEWS.') },
  { text: 'CONTENT.GROUP_QUESTIONS', has: (key) => key.startsWith('FAQ.') },
  { text: 'CONTENT.GROUP_PICTURES', has: (key) => key.startsWith('HOME_PICTURE_') },
  { text: 'CONTENT.GROUP_SECTIONS', has: () => true },
] as const satisfies readonly { text: TextKey; has: (key: string) => boolean }[]

/** How a picture is edited. Without one, the standard one comes back. */
const pictureModel: RecordModel<DeskHomeText, Images, Images> = {
  fieldNames: ['images'],
  fieldsOf: (row) => ({ images: pictureOf(row) }),
  typedOf: (fields) => fields,
  isSame: (_, typed, saved) => isSamePicture(typed, saved),
  check: (typed, saved) => {
    if (isSamePicture(typed, saved)) return { changes: {}, errors: {} }
    // Only an uploaded picture has texts and a focal point of its own.
    const isStandard = typed.images[0]?.mediaId === null
    return isStandard ? { changes: {}, errors: { images: 'FIELD.REQUIRED' } } : { changes: { images: typed.images }, errors: {} }
  },
  send: async (version, { images = [] }, { key }) => {
    if (images.length > 0) return home.save(key, { ...sentPicture(images), version })
    await home.remove(key, version)
    return home.one(key)
  },
}

/** The texts of the home page, the reviews and the questions, which stand in the shop's files until staff changes them. */
export default function HomeScreen() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const { code } = useParams<{ code?: string }>()
  const query = useQuery(home.list)
  const rows = query.data ?? []
  const open = rows.find(({ key }) => key === code)
  useKeys([{ keys: 'escape', text: 'KEYS.BACK', run: () => navigate(contentPath('home')) }])
  const pictures = rows.filter(({ kind }) => kind === 'image')
  const nameOf = (row: DeskHomeText) =>
    row.kind === 'image' ? t('PRODUCT.PICTURE', { number: pictures.indexOf(row) + 1 }) : textIn(row, 'text', language)
  const groupOf = (key: string) => groups.find(({ has }) => has(key))?.text
  return (
    <ContentFrame
      kind="home"
      isOpen={code !== undefined}
      list={
        <nav className={styles.list} aria-label={t('CONTENT.LIST')}>
          {groups.map(({ text }) => (
            <section key={text} aria-label={t(text)}>
              <h2 className={styles.group}>{t(text)}</h2>
              <ol>
                {rows
                  .filter(({ key }) => groupOf(key) === text)
                  .map((row) => (
                    <li key={row.key} className={styles.row}>
                      <Link href={contentPath('home', row.key)} data-code={row.key} aria-current={row.key === code ? 'true' : undefined}>
                        <span className={`${styles.name ?? ''} ${styles.short ?? ''}`}>{nameOf(row)}</span>
                        {row.version > 0 && (
                          <Status tone="ink" isFilled className={styles.state ?? ''}>
                            {t('CONTENT.OWN_TEXT')}
                          </Status>
                        )}
                      </Link>
                    </li>
                  ))}
              </ol>
            </section>
          ))}
        </nav>
      }
    >
      <Loaded query={query} className={styles.note}>
        {(_, notice) =>
          open === undefined ? (
            <section className={code === undefined ? styles.nothing : undefined} data-covers-tabs={code !== undefined || undefined}>
              {code !== undefined && <BackLink href={contentPath('home')} />}
              <EmptyState title={t(code === undefined ? 'CONTENT.PICK' : 'CONTENT.NOT_FOUND')} />
            </section>
          ) : (
            <Open key={open.key} row={open} name={nameOf(open)} notice={notice} />
          )
        }
      </Loaded>
    </ContentFrame>
  )
}

interface OpenProps {
  row: DeskHomeText
  name: string
  notice: ReactNode
}

const keep = (next: DeskHomeText) =>
  queryClient.setQueryData(home.list.queryKey, (rows) => rows?.map((other) => (other.key === next.key ? next : other)))

function OpenPicture({ row, name, notice }: OpenProps) {
  const { t } = useTranslation()
  const label = () => t('CONTENT.PICTURE')
  const editing = useEditing({
    record: row,
    model: pictureModel,
    draft: { kind: 'home', code: row.key },
    label,
    show: (_, value) => t('PRODUCT.PICTURES_COUNT', { count: (value as ProductImage[]).length }),
    onSaved: keep,
  })
  const { state, store } = editing
  const pictures = usePictures(editing, 1)
  const mayWrite = useMay('media.picture')
  const save = useSave(editing)
  useTitle(`${name} · ${t('CONTENT.TITLE')}`)
  return (
    <Section
      title={name}
      back={contentPath('home')}
      count={Object.keys(state.typed).length}
      isSaving={state.isSaving}
      onSave={save}
      onTakeBack={() => store.takeBack()}
      refused={'images' in state.refused ? [{ name: 'images', label: label() }] : []}
      onField={focusField}
      notice={notice}
    >
      <Pictures editing={editing} pictures={pictures} mayWrite={mayWrite} />
      <div className={styles.buttons}>
        <Button size="small" disabled={row.version === 0} onClick={() => store.change('images', [])}>
          {t('CONTENT.TO_STANDARD_PICTURE')}
        </Button>
        <InShop href="/" />
      </div>
      <Changed by={row.changedBy} at={row.changedAt} />
    </Section>
  )
}

/** The way to what is edited in the shop. */
function InShop({ href, language }: { href: string; language?: Language }) {
  const { t } = useTranslation()
  const own = useLanguage()
  return (
    <a className={buttonClass({ size: 'small' })} href={`/${language ?? own}${href === '/' ? '' : href}`} target="_blank" rel="noreferrer">
      <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
      {t('CONTENT.IN_SHOP')}
    </a>
  )
}

const Open = (props: OpenProps) => (props.row.kind === 'image' ? <OpenPicture {...props} /> : <OpenText {...props} />)

function OpenText({ row, name, notice }: OpenProps) {
  const { t } = useTranslation()
  const own = useLanguage()
  const [language, setLanguage] = useState(own)
  const label = (field: string) => {
    const one = languages.find((other) => fieldOf(other) === field)
    return one === undefined ? field : `${t('CONTENT.TEXT')}, ${languageNames[one]}`
  }
  const editing = useEditing({
    record: row,
    model,
    draft: { kind: 'home', code: row.key },
    label,
    show: (_, value) => (typeof value === 'string' && value !== '' ? value : t('CONTENT.STANDARD_TEXT')),
    onSaved: keep,
  })
  const { state, store, shown } = editing
  const save = useSave(editing)
  const isStandard = fields.every((field) => shown[field].trim() === '')
  useTitle(`${name} · ${t('CONTENT.TITLE')}`)
  return (
    <Section
      title={name}
      back={contentPath('home')}
      count={Object.keys(state.typed).length}
      isSaving={state.isSaving}
      onSave={save}
      onTakeBack={() => store.takeBack()}
      refused={fields.filter((field) => field in state.refused).map((field) => ({ name: field, label: label(field) }))}
      onField={(field) => {
        setLanguage(languages.find((one) => fieldOf(one) === field) ?? language)
        focusField(field)
      }}
      notice={notice}
    >
      <TextColumns
        texts={[{ name: 'text', label: t('CONTENT.TEXT'), rows: 5, limit: maxLength }]}
        editingOf={() => editing}
        mayWrite
        language={language}
        onLanguage={setLanguage}
        missingOf={() => []}
        placeholderOf={(_, one) => defaultOf(row, one)}
      />
      {row.key.endsWith('_HTML') && <p className="dim small">{t('CONTENT.MARKUP_HINT')}</p>}
      <div className={styles.buttons}>
        <Button
          size="small"
          disabled={isStandard}
          onClick={() => {
            for (const field of fields) store.change(field, '')
          }}
        >
          {t('CONTENT.TO_STANDARD')}
        </Button>
        <InShop href={row.key.startsWith('FAQ.') ? '/faq' : '/'} language={language} />
      </div>
      <Changed by={row.changedBy} at={row.changedAt} />
    </Section>
  )
}
