import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '@shared/components/Button'
import { Field, Select } from '@shared/components/Field'
import { required } from '@shared/forms/schema'
import type { TextKey } from '@shared/text-key'
import { ApiError } from '@shared/api/error'
import { call } from '@desk/api/client'
import type { Import } from '@desk/api/records'
import type { ImportField } from '@desk/api/words'
import { Note } from '@desk/components/Parts'
import { keyText } from '@desk/lib/errors'
import { useServerForm } from '@desk/lib/forms'
import { importFieldGroups, importFieldLabel, keepImport, repeatedFields } from '@desk/lib/imports'
import { categories } from '@desk/lib/products'
import styles from './Imports.module.css'

/** The value of a column that is left out. */
const none = ''

const separatorTexts = {
  ';': 'IMPORT.SEPARATOR_SEMICOLON',
  ',': 'IMPORT.SEPARATOR_COMMA',
  '\t': 'IMPORT.SEPARATOR_TAB',
} satisfies Record<string, TextKey> as Readonly<Record<string, TextKey | undefined>>

const schema = z.object({
  fields: z.array(z.string()).check((context) => {
    const { value, issues } = context
    const fail = (path: PropertyKey[], message: string) => issues.push({ code: 'custom', input: value, path, message })
    const isTwice = (field: string, at: number) => field !== none && !repeatedFields.includes(field) && value.indexOf(field) < at
    value.forEach((field, at) => {
      if (isTwice(field, at)) fail([at], 'IMPORT.FIELD_TWICE')
    })
    if (!value.includes('code') && !value.some(isTwice)) fail([0], 'IMPORT.NO_CODE')
  }),
  decimal: z.string(),
  erase: required(20),
  categoryId: z.string(),
})

interface MappingProps {
  item: Import
  onSent: (next: Import) => void
  /** Leaves the mapping as it was; absent before there was one. */
  onBack: (() => void) | undefined
}

/** Which field each column of the file is, and how its cells are read. */
export function Mapping({ item, onSent, onBack }: MappingProps) {
  const { t } = useTranslation()
  const { columns } = item
  const { form, field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      fields: columns.map((column): string => column.field ?? none),
      decimal: item.decimal,
      erase: item.erase,
      categoryId: String(item.categoryId ?? none),
    },
  })
  const refused = form.formState.errors.fields?.message
  const failure = failureText ?? (refused === undefined ? undefined : (keyText(t, refused) ?? t('ERRORS.INVALID')))
  const fields = form.watch('fields')
  const hasCode = fields.includes('code')
  const leftOut = fields.filter((one) => one === none).length
  const send = submit(async ({ categoryId, ...values }) => {
    const body = {
      ...values,
      version: item.version,
      fields: values.fields.map((one) => (one === none ? null : (one as ImportField))),
      categoryId: categoryId === none ? null : Number(categoryId),
    }
    try {
      onSent(await call('PUT', '/desk/products/imports/{id}/mapping', { path: { id: item.id }, body }))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409 && error.data !== null) keepImport(error.data as Import)
      const refused = Object.entries(error.errors).map(([path, message]) => ({ at: /^fields\[(\d+)\]$/.exec(path)?.[1], message }))
      for (const { at, message } of refused) if (at !== undefined) form.setError(`fields.${Number(at)}`, { type: 'server', message })
      if (refused.length === 0 || refused.some(({ at }) => at === undefined)) throw error
      return false
    }
  })
  return (
    <form className={styles.part} noValidate onSubmit={(event) => void send(event)}>
      <h2>{t('IMPORT.MAPPING')}</h2>
      <p className="dim">{t('IMPORT.MAPPING_TEXT')}</p>
      {failure !== undefined && (
        <Note tone="ruby" role="alert">
          {failure}
        </Note>
      )}
      <div className={styles.settings}>
        {item.format === 'csv' && (
          <Select {...field('decimal')} label={t('IMPORT.DECIMAL')}>
            <option value=",">{t('IMPORT.DECIMAL_COMMA')}</option>
            <option value=".">{t('IMPORT.DECIMAL_POINT')}</option>
          </Select>
        )}
        <Select {...field('categoryId')} label={t('IMPORT.NEW_CATEGORY')} hint={t('IMPORT.NEW_CATEGORY_HINT')}>
          <option value={none}>{t('IMPORT.NEW_CATEGORY_NONE')}</option>
          {categories.map(({ id, text }) => (
            <option key={id} value={id}>
              {t(text)}
            </option>
          ))}
        </Select>
        <Field {...field('erase')} label={t('IMPORT.ERASE')} hint={t('IMPORT.ERASE_HINT')} maxLength={20} autoComplete="off" />
      </div>
      {item.separator !== null && (
        <p className="dim small">
          {t('IMPORT.SEPARATOR')}: {t(separatorTexts[item.separator] ?? 'IMPORT.SEPARATOR_COMMA')}
        </p>
      )}
      <table className={styles.mapping}>
        <caption className="visually-hidden">{t('IMPORT.MAPPING')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('IMPORT.COLUMN')}</th>
            <th scope="col">{t('IMPORT.EXAMPLES')}</th>
            <th scope="col">{t('IMPORT.FIELD')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ head, examples }, at) => (
            <tr key={at} data-left-out={fields[at] === none || undefined}>
              <th scope="row">{head === '' ? t('IMPORT.COLUMN_NUMBER', { number: at + 1 }) : head}</th>
              <td>
                <ul>
                  {examples.map((example, place) => (
                    <li key={place} className="cut">
                      {example}
                    </li>
                  ))}
                </ul>
              </td>
              <td>
                <Select {...field(`fields.${at}`)} label={t('IMPORT.FIELD_OF', { column: head })} isLabelHidden>
                  <option value={none}>{t('IMPORT.LEAVE_OUT')}</option>
                  {importFieldGroups.map(({ text, fields: ofGroup }) => (
                    <optgroup key={text} label={t(text)}>
                      {ofGroup.map((name) => (
                        <option key={name} value={name}>
                          {importFieldLabel(t, name)}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </Select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <p role="status" className={hasCode ? 'dim' : 'ruby'}>
          {hasCode ? t('IMPORT.LEFT_OUT', { count: leftOut }) : t('IMPORT.CODE_NEEDED')}
        </p>
        {onBack !== undefined && <Button onClick={onBack}>{t('COMMON.CANCEL')}</Button>}
        <Button variant="primary" type="submit" busy={isBusy}>
          {t('IMPORT.CHECK')}
        </Button>
      </div>
    </form>
  )
}
