import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { formatShortDateTime } from '@shared/dates'
import type { Import } from '@desk/api/records'
import { importResults } from '@desk/api/words'
import { LoadingTable } from '@desk/components/ListTools'
import { Loaded } from '@desk/components/Loaded'
import { StatusOf } from '@desk/components/Parts'
import { BackLink, noticeClass } from '@desk/components/RecordPage'
import { Screen } from '@desk/components/Screen'
import { importPath, importTabTexts, importSourceTexts, importStateViews, useImports } from '@desk/lib/imports'
import { useKeys } from '@desk/lib/keys'
import { useRowKeys } from '@desk/lib/use-row-keys'
import { listAddress } from '@desk/list/kept-place'
import type { Column } from '@desk/list/list'
import { linkId } from '@desk/list/ListPage'
import { ListTable } from '@desk/list/ListTable'
import styles from './Imports.module.css'
import { UploadBox } from './UploadBox'

const columns: readonly Column<Import>[] = [
  {
    id: 'name',
    header: 'IMPORT.FILE',
    place: 'main',
    cell: ({ id, name, source }, { t }) => (
      <span className={styles.two}>
        <Link href={importPath(id)} id={linkId(id)} className={styles.name}>
          {name}
        </Link>
        <span className="dim small">{t(importSourceTexts[source])}</span>
      </span>
    ),
  },
  { id: 'state', header: 'MAILS.STATE', place: 'end', cell: ({ state }) => <StatusOf view={importStateViews[state]} /> },
  {
    id: 'counts',
    header: 'IMPORT.ROWS',
    place: 'below',
    cell: ({ counts, rows }, { t }) => (
      <span className="dim">
        {counts === null
          ? t('IMPORT.ROWS_COUNT', { count: rows })
          : importResults
              .filter((result) => counts[result] > 0)
              .map((result) => `${String(counts[result])} ${t(importTabTexts[result])}`)
              .join(', ')}
      </span>
    ),
  },
  { id: 'who', header: 'STOCK.WHO', place: 'below', cell: ({ createdBy }) => <span className="dim">{createdBy?.name}</span> },
  {
    id: 'when',
    header: 'STOCK.WHEN',
    place: 'endBelow',
    cell: ({ createdAt }, { language }) => <span className="dim nowrap">{formatShortDateTime(createdAt, language)}</span>,
  },
]

/** Takes a file of products, and lists the earlier ones. */
export default function ImportsScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const imports = useImports()
  const rows = imports.data?.pages.flatMap(({ data }) => data) ?? []
  const back = listAddress('/products')
  const current = useRowKeys(
    rows.map(({ id }) => id),
    linkId,
    (id) => navigate(importPath(id)),
  )
  useKeys([{ keys: 'escape', text: 'KEYS.BACK', run: () => navigate(back) }])
  return (
    <Screen title={t('IMPORT.TITLE')} actions={<BackLink href={back} className="" />}>
      <UploadBox />
      <Loaded query={imports} loading={<LoadingTable />} className={noticeClass}>
        {(_, notice) => (
          <>
            {notice}
            {rows.length === 0 ? (
              <EmptyState title={t('IMPORT.EMPTY')} text={t('IMPORT.EMPTY_TEXT')} />
            ) : (
              <ListTable caption={t('IMPORT.EARLIER')} columns={columns} rows={rows} rowId={({ id }) => id} current={current} />
            )}
            {imports.hasNextPage && (
              <p className={styles.more}>
                <Button busy={imports.isFetchingNextPage} onClick={() => void imports.fetchNextPage()}>
                  {t('QUOTES.MORE')}
                </Button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
