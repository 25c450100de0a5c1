import { FileDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { Button, ButtonLink } from '@shared/components/Button'
import { formatShortDateTime } from '@shared/dates'
import type { TextKey } from '@shared/text-key'
import { call } from '@desk/api/client'
import { download } from '@desk/api/files'
import { reload } from '@desk/api/query-client'
import type { Import } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { Note, StatusOf } from '@desk/components/Parts'
import { Progress } from '@desk/components/Progress'
import { BackLink, noticeClass, RecordPage } from '@desk/components/RecordPage'
import { Screen } from '@desk/components/Screen'
import { useLanguage } from '@desk/i18n/language'
import { keyText } from '@desk/lib/errors'
import {
  importSourceTexts,
  importsPath,
  importStateViews,
  isFetching,
  isMoving,
  keepImport,
  outcomeText,
  useImport,
} from '@desk/lib/imports'
import { useKeys } from '@desk/lib/keys'
import { useChange, type KeyFor } from '@desk/lib/use-change'
import { useNow } from '@desk/lib/use-now'
import { ImportRows } from './ImportRows'
import styles from './Imports.module.css'
import { Mapping } from './Mapping'

/** One import: which column is which field, what its rows would change, what they changed, and the way back. */
export default function ImportScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { id } = useParams<{ id: string }>()
  useKeys([{ keys: 'escape', text: 'KEYS.BACK', run: () => navigate(importsPath) }])
  return (
    <RecordPage query={useImport(id)} label={t('IMPORT.TITLE')} missing={{ title: 'IMPORT.NOT_FOUND', text: 'IMPORT.NOT_FOUND_TEXT' }}>
      {(data, notice) => <OpenImport key={data.id} item={data} notice={notice} />}
    </RecordPage>
  )
}

function OpenImport({ item, notice }: { item: Import; notice: ReactNode }) {
  const { t } = useTranslation()
  const [isMapping, setMapping] = useState(false)
  const isMapped = item.state !== 'mapping' && !isMapping
  const onMap = () => setMapping(true)
  return (
    <Screen
      title={item.name}
      aside={<span className="wide-only">{t(importSourceTexts[item.source])}</span>}
      actions={
        <>
          <span className="wide-only">
            <StatusOf view={importStateViews[item.state]} />
          </span>
          <BackLink href={importsPath} className="" />
        </>
      }
    >
      {notice !== false && <div className={noticeClass}>{notice}</div>}
      {!isMapped ? (
        <Mapping
          item={item}
          onSent={(next) => {
            keepImport(next)
            setMapping(false)
          }}
          onBack={isMapping ? () => setMapping(false) : undefined}
        />
      ) : isMoving(item) ? (
        <Moving item={item} />
      ) : (
        <>
          {item.state === 'ready' ? <Proposal item={item} onMap={onMap} /> : <Result item={item} onMap={onMap} />}
          {item.counts !== null && <ImportRows key={item.state} item={item} counts={item.counts} />}
        </>
      )}
    </Screen>
  )
}

const movingTexts = {
  checking: 'IMPORT.CHECKING',
  applying: 'IMPORT.APPLYING',
  undoing: 'IMPORT.UNDOING',
} as const satisfies Partial<Record<Import['state'], TextKey>>

/** How far the service is. It goes on where the tab is closed. */
function Moving({ item: { state, done, rows } }: { item: Import }) {
  const { t } = useTranslation()
  const title = t(state in movingTexts ? movingTexts[state as keyof typeof movingTexts] : 'IMPORT.CHECKING')
  return (
    <div className={styles.part}>
      <div role="status">
        <h2>{title}</h2>
      </div>
      <Progress label={title} share={rows === 0 ? undefined : done / rows} />
      <p className="dim">{t('IMPORT.DONE_OF', { done, count: rows })}</p>
      <p className="dim small">{t('IMPORT.MAY_LEAVE')}</p>
    </div>
  )
}

/** Products that changed are read again wherever they are shown. */
const reloadProducts = () =>
  void reload('/desk/products', '/desk/products/{code}', '/desk/products/{code}/prices', '/desk/products/{code}/stock')

/** A step of an import; where somebody else was faster, it shows the import as it is now. */
function useStep(send: (keyFor: KeyFor) => Promise<Import>) {
  return useChange({
    send: (_: undefined, keyFor) => send(keyFor),
    onDone: (next) => {
      keepImport(next)
      reloadProducts()
    },
    onConflict: (present) => {
      keepImport(present as Import)
      return undefined
    },
  })
}

function RefusedFile({ item: { id, counts } }: { item: Import }) {
  const { t } = useTranslation()
  const save = useChange({
    send: () => download(`/desk/products/imports/${id}/refused.csv`, {}, 'refused.csv'),
    onDone: () => undefined,
  })
  if (counts === null || counts.refused === 0) return null
  return (
    <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
      <FileDown size={17} strokeWidth={1.5} aria-hidden="true" />
      {t('IMPORT.REFUSED_FILE')}
    </Button>
  )
}

/** Effect of applying the file. */
function Proposal({ item, onMap }: { item: Import; onMap: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const apply = useStep((keyFor) => {
    const body = { version: item.version }
    return call('POST', '/desk/products/imports/{id}/apply', { path: { id: item.id }, body, key: keyFor(body) })
  })
  const { counts } = item
  const waiting = item.pictures?.waiting ?? 0
  const isNothing = counts === null || counts.new + counts.changed + waiting === 0
  return (
    <div className={styles.part}>
      <h2>{t(isNothing ? 'IMPORT.NOTHING' : 'IMPORT.PROPOSAL')}</h2>
      {counts !== null && <p>{outcomeText(t, language, counts, 'ready')}</p>}
      {waiting > 0 && <p>{t('IMPORT.PICTURES_WILL', { count: waiting })}</p>}
      {!isNothing && <p className="dim small">{t('IMPORT.CAN_UNDO')}</p>}
      <div className={styles.actions}>
        <Button onClick={onMap}>{t('IMPORT.MAP_AGAIN')}</Button>
        <RefusedFile item={item} />
        {!isNothing && (
          <Button variant="primary" busy={apply.isPending} onClick={() => apply.mutate(undefined)}>
            {t('IMPORT.APPLY')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** How far the pictures are that the file names by their addresses. */
function Pictures({ item }: { item: Import }) {
  const { t } = useTranslation()
  const retry = useStep(() => call('POST', '/desk/products/imports/{id}/pictures/retry', { path: { id: item.id } }))
  const { waiting = 0, fetched = 0, failed = 0 } = item.pictures ?? {}
  if (item.state !== 'applied' || waiting + fetched + failed === 0) return null
  return (
    <div className={styles.pictures}>
      <h3>{t('IMPORT.PICTURES')}</h3>
      <p role="status">
        {isFetching(item) ? t('IMPORT.PICTURES_WAITING', { count: waiting }) : t('IMPORT.PICTURES_FETCHED', { count: fetched })}
      </p>
      {waiting > 0 && <Progress label={t('IMPORT.PICTURES')} share={(fetched + failed) / (waiting + fetched + failed)} />}
      {failed > 0 && (
        <p className={styles.actions}>
          <span className="ruby">{t('IMPORT.PICTURES_FAILED', { count: failed })}</span>
          <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {t('IMPORT.PICTURES_RETRY')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Result of the file, or the reason of its failure, and the undo while it is possible. */
function Result({ item, onMap }: { item: Import; onMap: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const undo = useStep((keyFor) => call('POST', '/desk/products/imports/{id}/undo', { path: { id: item.id }, key: keyFor(item.version) }))
  const { state, counts, reason, undoUntil } = item
  const mayUndo = undoUntil !== null && new Date(undoUntil) > now
  return (
    <div className={styles.part}>
      {state === 'failed' ? (
        <Note tone="ruby" role="alert">
          <p>
            <b>{t('IMPORT.FAILED')}</b>
          </p>
          <p>{(reason === null ? undefined : keyText(t, reason)) ?? t('ERRORS.UNKNOWN')}</p>
          {mayUndo && <p>{t('IMPORT.FAILED_UNDO')}</p>}
        </Note>
      ) : (
        <div role="status" className={styles.told}>
          <h2>{t(state === 'undone' ? 'IMPORT.IS_UNDONE' : 'IMPORT.IS_APPLIED')}</h2>
          {state === 'undone' && <p>{t('IMPORT.UNDONE_TEXT')}</p>}
          {state === 'applied' && counts !== null && <p>{outcomeText(t, language, counts, 'applied')}</p>}
          {counts !== null && counts.kept > 0 && <p>{t('IMPORT.KEPT', { count: counts.kept })}</p>}
        </div>
      )}
      <Pictures item={item} />
      <div className={styles.actions}>
        <RefusedFile item={item} />
        {mayUndo && (
          <>
            <Button onClick={() => setAsking(true)}>{t('IMPORT.UNDO')}</Button>
            <span className="dim small">{t('IMPORT.UNDO_UNTIL', { time: formatShortDateTime(undoUntil, language) })}</span>
          </>
        )}
        {state !== 'applied' && !mayUndo && (
          <>
            {/* Rows applied before the failure cannot be mapped again. */}
            {undoUntil === null && <Button onClick={onMap}>{t('IMPORT.MAP_AGAIN')}</Button>}
            <ButtonLink href={importsPath}>{t('IMPORT.OTHER_FILE')}</ButtonLink>
          </>
        )}
      </div>
      {isAsking && (
        <Dialog
          title={t('IMPORT.UNDO_TITLE')}
          description={t('IMPORT.UNDO_TEXT')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('COMMON.CANCEL')}</Button>
              <Button variant="danger" busy={undo.isPending} onClick={() => undo.mutate(undefined, { onSuccess: () => setAsking(false) })}>
                {t('IMPORT.UNDO_YES')}
              </Button>
            </>
          }
        />
      )}
    </div>
  )
}
