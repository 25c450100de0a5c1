import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import type { Import, ImportRow } from '@desk/api/records'
import { TextLink } from '@desk/components/Links'
import { LoadingTable } from '@desk/components/ListTools'
import { Loaded } from '@desk/components/Loaded'
import { noticeClass } from '@desk/components/RecordPage'
import { keyText } from '@desk/lib/errors'
import { importFieldLabel, importTabs, importTabTexts, useImportRows } from '@desk/lib/imports'
import { valueText } from '@desk/lib/product-fields'
import { productPath } from '@desk/lib/products'
import type { Column, Drawing } from '@desk/list/list'
import { ListTable } from '@desk/list/ListTable'
import { Tabs } from '@desk/list/Tabs'
import styles from './Imports.module.css'

/** Changes of a row that stand in the table; the others are on demand. */
const shownChanges = 4

/** Longest value that stands in the table whole, in characters. */
const longestValue = 120

const columns: readonly Column<ImportRow>[] = [
  {
    id: 'code',
    header: 'PRODUCTS.NAME',
    place: 'main',
    cell: ({ row, code, result }, { t }) => (
      <span className={styles.two}>
        {code === '' ? (
          '–'
        ) : result === 'refused' ? (
          <b>{code}</b>
        ) : (
          <TextLink href={productPath(code)} className={styles.name ?? ''}>
            {code}
          </TextLink>
        )}
        <span className="dim small">{t('IMPORT.ROW', { row })}</span>
      </span>
    ),
  },
  { id: 'changes', header: 'IMPORT.CHANGES', place: 'below', cell: Changes },
]

function Changes(row: ImportRow, drawing: Drawing) {
  const { t } = drawing
  const errors = Object.entries({ ...row.errors, ...row.kept })
  const changes = Object.entries(row.changes)
  const lost = row.pictures.filter(({ reason }) => reason !== null)
  const line = ([field, { from, to }]: (typeof changes)[number]) => (
    <li key={field}>
      <span className="dim">{importFieldLabel(t, field)}</span>{' '}
      {row.result !== 'new' && (
        <>
          <Value field={field} value={from} drawing={drawing} isOld /> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      <Value field={field} value={to} drawing={drawing} />
    </li>
  )
  if (errors.length + changes.length + lost.length === 0) return <span className="dim">{t('IMPORT.NO_CHANGE')}</span>
  return (
    <div className={styles.changes}>
      <ul>
        {errors.map(([field, key]) => (
          <li key={field} className="ruby">
            {field !== 'general' && `${importFieldLabel(t, field)}: `}
            {keyText(t, key) ?? t('ERRORS.INVALID')}
          </li>
        ))}
        {lost.map(({ url, reason }) => (
          <li key={url} className="ruby">
            <span className={styles.address}>{url}</span>: {(reason === null ? undefined : keyText(t, reason)) ?? t('ERRORS.INVALID')}
          </li>
        ))}
        {changes.slice(0, shownChanges).map(line)}
      </ul>
      {changes.length > shownChanges && (
        <details>
          <summary className="dim">{t('IMPORT.MORE_FIELDS', { count: changes.length - shownChanges })}</summary>
          <ul>{changes.slice(shownChanges).map(line)}</ul>
        </details>
      )}
    </div>
  )
}

function Value({
  field,
  value,
  drawing: { t, language },
  isOld = false,
}: {
  field: string
  value: unknown
  drawing: Drawing
  isOld?: boolean
}) {
  const text = valueText(t, field, value, language)
  const Part = isOld ? 's' : 'b'
  if (text.length <= longestValue) return <Part className={isOld ? 'dim' : undefined}>{text}</Part>
  return (
    <details className={styles.long}>
      <summary>{`${text.slice(0, longestValue)}…`}</summary>
      {text}
    </details>
  )
}

/** The rows of the file by their result, which the address has, field by field. */
export function ImportRows({ item: { id, pictures }, counts: ofResults }: { item: Import; counts: NonNullable<Import['counts']> }) {
  const { t } = useTranslation()
  const [path, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('result')
  const counts = { ...ofResults, pictures: pictures?.failed ?? 0 }
  const tabs = importTabs.filter((tab) => (tab !== 'kept' && tab !== 'pictures') || counts[tab] > 0)
  const current = tabs.find((tab) => tab === wanted) ?? tabs.find((tab) => counts[tab] > 0) ?? 'new'
  const query = useImportRows(id, current)
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <Tabs
        label={t('IMPORT.RESULTS')}
        tabs={tabs.map((tab) => ({ name: tab, text: t(importTabTexts[tab]), count: counts[tab] }))}
        current={current}
        onPick={(tab) => navigate(`${path}?result=${tab}`, { replace: true })}
      />
      <Loaded query={query} loading={<LoadingTable />} className={noticeClass}>
        {(_, notice) => (
          <>
            {notice}
            {rows.length === 0 ? (
              <EmptyState title={t('IMPORT.NO_ROWS')} />
            ) : (
              <ListTable
                caption={t(importTabTexts[current])}
                columns={columns}
                rows={rows}
                rowId={({ row }) => String(row)}
                isOld={query.isPlaceholderData}
              />
            )}
            {query.hasNextPage && (
              <p className={styles.more}>
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('QUOTES.MORE')}
                </Button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
