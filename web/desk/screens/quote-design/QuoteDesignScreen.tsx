import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { hasKey } from '@shared/api/error'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { TextArea } from '@shared/components/Field'
import { normalizeNumber } from '@shared/forms/number'
import { useQuery } from '@shared/query/use-query'
import { decodeDesign } from '@shared/rules/code'
import { evaluate } from '@shared/rules/evaluate'
import { showToast } from '@shared/toasts'
import { call, query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Quote, QuoteItem } from '@desk/api/records'
import { Note } from '@desk/components/Parts'
import { BackLink, RecordPage } from '@desk/components/RecordPage'
import { Screen } from '@desk/components/Screen'
import { useLanguage } from '@desk/i18n/language'
import { designerPath } from '@desk/lib/quotes'
import { useChange } from '@desk/lib/use-change'
import { DesignColumn } from './DesignColumn'
import styles from './QuoteDesign.module.css'

const maxText = 500

const quoteQuery = (number: string) => query('/desk/quotes/{number}', { path: { number } })

/** The design of a piece as staff changed it in the shop's designer, beside the one in the quote: it is saved here. */
export default function QuoteDesignScreen() {
  const { t } = useTranslation()
  const { number: typed, item } = useParams<{ number: string; item: string }>()
  const number = normalizeNumber(typed, 'SQ')
  const quote = useQuery(quoteQuery(number))
  const title = t('QUOTE_DESIGN.TITLE', { number })
  return (
    <RecordPage query={quote} label={title} missing={{ title: 'QUOTE.NOT_FOUND', text: 'QUOTE.NOT_FOUND_TEXT' }}>
      {(present, notice) => {
        const piece = present.items.find(({ id, design }) => String(id) === item && design !== null)
        return (
          <Screen title={title} lead={<BackLink href={`/quotes/${number}`} className="" />}>
            {notice}
            {piece?.design == null ? (
              <EmptyState title={t('QUOTE_DESIGN.NO_PIECE')} text={t('QUOTE.NOT_FOUND_TEXT')} />
            ) : (
              <Comparison quote={present} itemId={piece.id} present={piece.design} />
            )}
          </Screen>
        )
      }}
    </RecordPage>
  )
}

interface ComparisonProps {
  quote: Quote
  itemId: number
  /** The design of the piece as the quote has it. */
  present: NonNullable<QuoteItem['design']>
}

function Comparison({ quote, itemId, present }: ComparisonProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const [{ code, from }] = useState(() => ({
    code: window.location.hash.slice(1),
    from: new URLSearchParams(window.location.search).get('from') ?? '',
  }))
  const [text, setText] = useState('')
  const design = useMemo(() => decodeDesign(code), [code])
  const rates = useQuery({ ...query('/designs/rates'), staleTime: 30_000 }).data
  const path = { number: quote.number, id: String(itemId) }
  const keep = (changed: Quote) => queryClient.setQueryData(quoteQuery(quote.number).queryKey, changed)
  const save = useChange({
    send: () => call('PUT', '/desk/quotes/{number}/items/{id}/design', { path, body: { from: present.code, to: code, text: text.trim() } }),
    onDone: (changed) => {
      keep(changed)
      void reload('/desk/quotes')
      showToast({ tone: 'done', text: t('QUOTE_DESIGN.SAVED') })
      navigate(`/quotes/${quote.number}`)
    },
    // The present design takes the place of the one that was compared.
    onConflict: (changed, error) => {
      if (!hasKey(error, 'DESIGN.CHANGED')) return undefined
      keep(changed as Quote)
      return t('QUOTE_DESIGN.CHANGED')
    },
  })
  if (design === null) return <EmptyState title={t('QUOTE_DESIGN.BROKEN')} text={t('QUOTE_DESIGN.BROKEN_TEXT')} />
  const isBuilt = evaluate(design).layout !== null
  const isSame = code === present.code
  return (
    <div className={styles.page}>
      {from !== present.code && !isSame && (
        <Note tone="amber" role="status">
          <p>{t('QUOTE_DESIGN.CHANGED')}</p>
        </Note>
      )}
      <div className={styles.columns}>
        <DesignColumn title={t('QUOTE_DESIGN.BEFORE')} code={present.code} total={present.total} rates={rates} />
        <DesignColumn title={t('QUOTE_DESIGN.AFTER')} code={code} total={undefined} rates={rates} />
      </div>
      {isSame && <p role="status">{t('QUOTE_DESIGN.SAME')}</p>}
      {!isBuilt && <p role="alert">{t('QUOTE_DESIGN.IMPOSSIBLE')}</p>}
      <TextArea label={t('QUOTE_DESIGN.NOTE')} rows={3} maxLength={maxText} value={text} onChange={({ target }) => setText(target.value)} />
      <div className={styles.actions}>
        <Button variant="primary" disabled={isSame || !isBuilt} busy={save.isPending} onClick={() => save.mutate(undefined)}>
          {t('QUOTE_DESIGN.SAVE')}
        </Button>
        {/* The designer is the shop's, another app. */}
        <a href={designerPath(language, quote.number, itemId, code, present.code)}>{t('QUOTE_DESIGN.CHANGE_MORE')}</a>
      </div>
    </div>
  )
}
