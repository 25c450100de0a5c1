import { ExternalLink } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@shared/components/Field'
import { useQuery } from '@shared/query/use-query'
import { catalogue } from '@desk/api/content'
import { queryClient } from '@desk/api/query-client'
import { Loaded } from '@desk/components/Loaded'
import { ChangeMark } from '@desk/components/record/ChangeMark'
import { focusField } from '@desk/components/record/focus-field'
import { useSave } from '@desk/components/record/use-save'
import { useEditing } from '@desk/lib/editing'
import type { RecordModel, Versioned } from '@desk/lib/record-store'
import { ContentFrame } from './ContentFrame'
import styles from './Content.module.css'
import { Section } from './Section'

interface Link {
  catalogueUrl: string | null
}

/** It has no version: a save names the link that it replaces. */
const rowOf = ({ catalogueUrl }: Link): Link & Versioned => ({ catalogueUrl, version: 0, changedBy: null, changedAt: null })

const meant = ({ catalogueUrl }: Record<keyof Link, string>): string | null => catalogueUrl.trim() || null

const model: RecordModel<Link & Versioned, Link, Record<keyof Link, string>> = {
  fieldNames: ['catalogueUrl'],
  fieldsOf: ({ catalogueUrl }) => ({ catalogueUrl }),
  typedOf: ({ catalogueUrl }) => ({ catalogueUrl: catalogueUrl ?? '' }),
  isSame: (_, typed, saved) => meant(typed) === saved.catalogueUrl,
  check: (typed, saved) => {
    const catalogueUrl = meant(typed)
    if (catalogueUrl === saved.catalogueUrl) return { changes: {}, errors: {} }
    if (catalogueUrl !== null && !/^(https:\/\/|\/)/.test(catalogueUrl)) return { changes: {}, errors: { catalogueUrl: 'CONTENT.URL' } }
    return { changes: { catalogueUrl }, errors: {} }
  },
  send: async (_, changes, over) => rowOf(await catalogue.save({ from: over.catalogueUrl, catalogueUrl: changes.catalogueUrl ?? null })),
  present: (data) => rowOf(data as Link),
}

/** Where the brochure is that the home page offers. */
export default function CatalogueScreen() {
  const query = useQuery(catalogue.one)
  return (
    <ContentFrame kind="catalogue">
      <Loaded query={query} className={styles.note}>
        {(data, notice) => <Form link={data} notice={notice} />}
      </Loaded>
    </ContentFrame>
  )
}

function Form({ link, notice }: { link: Link; notice: ReactNode }) {
  const { t } = useTranslation()
  const row = useMemo(() => rowOf(link), [link])
  const editing = useEditing({
    record: row,
    model,
    draft: { kind: 'content', code: 'catalogue' },
    label: () => t('CONTENT.CATALOGUE'),
    show: (_, value) => (typeof value === 'string' ? value : '–'),
    onSaved: ({ catalogueUrl }) => queryClient.setQueryData(catalogue.one.queryKey, { catalogueUrl }),
  })
  const { state, store, shown, errorOf } = editing
  const save = useSave(editing)
  return (
    <Section
      title={t('CONTENT.CATALOGUE')}
      count={Object.keys(state.typed).length}
      isSaving={state.isSaving}
      onSave={save}
      onTakeBack={() => store.takeBack()}
      refused={'catalogueUrl' in state.refused ? [{ name: 'catalogueUrl', label: t('CONTENT.CATALOGUE') }] : []}
      onField={focusField}
      notice={notice}
    >
      <div>
        <Field
          name="catalogueUrl"
          type="url"
          label={t('CONTENT.CATALOGUE_URL')}
          hint={t('CONTENT.CATALOGUE_HINT')}
          error={errorOf('catalogueUrl')}
          autoComplete="off"
          value={shown.catalogueUrl}
          onChange={({ target }) => store.change('catalogueUrl', target.value)}
        />
        <ChangeMark editing={editing} field="catalogueUrl" />
      </div>
      {link.catalogueUrl !== null && (
        <p>
          <a className="small" href={link.catalogueUrl} target="_blank" rel="noreferrer">
            <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" /> {t('CONTENT.OPEN_CATALOGUE')}
          </a>
        </p>
      )}
    </Section>
  )
}
