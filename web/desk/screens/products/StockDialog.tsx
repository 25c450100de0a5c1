import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Select } from '@shared/components/Field'
import { ApiError } from '@shared/api/error'
import { showToast } from '@shared/toasts'
import { parseWhole } from '@shared/forms/whole'
import { call } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { ProductRow } from '@desk/api/records'
import { FormDialog } from '@desk/components/FormDialog'
import { keyText } from '@desk/lib/errors'
import { useChange } from '@desk/lib/use-change'
import { signed, stockReasonTexts } from './moves'

const maxDelta = 10_000
const maxPieces = 1_000_000

const reasons = ['received', 'issued', 'counted', 'damaged'] as const
type Reason = (typeof reasons)[number]

interface StockDialogProps {
  product: Pick<ProductRow, 'code' | 'stockQuantity'>
  /** Whether pieces come or go at first. */
  sign: 1 | -1
  onClose: () => void
}

/** Pieces that came or went, as a difference: what is sold meanwhile stays counted. A count gives the number that is there. */
export function StockDialog({ product, sign, onClose }: StockDialogProps) {
  const { t } = useTranslation()
  const [present, setPresent] = useState(product.stockQuantity ?? 0)
  const [reason, setReason] = useState<Reason>(sign === 1 ? 'received' : 'issued')
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const pieces = parseWhole(typed, reason === 'counted' ? 0 : 1, reason === 'counted' ? maxPieces : maxDelta)
  const delta = pieces === null ? null : reason === 'counted' ? pieces - present : reason === 'received' ? pieces : -pieces
  const add = useChange({
    send: (body: { delta: number; reason: Reason; text: string }, keyFor) =>
      call('POST', '/desk/products/{code}/stock', { path: { code: product.code }, body, key: keyFor(body) }),
    onDone: ({ stockQuantity }) => {
      void reload('/desk/products', '/desk/products/{code}', '/desk/products/{code}/stock')
      showToast({ tone: 'done', text: t('STOCK.DONE', { count: stockQuantity }) })
      onClose()
    },
    onConflict: (data, failure) => {
      const { stockQuantity } = data as ProductRow
      if (stockQuantity !== null) setPresent(stockQuantity)
      void reload('/desk/products', '/desk/products/{code}')
      const key = failure.errors.delta
      if (key === undefined) return undefined
      setError(keyText(t, key))
      return null
    },
  })
  const submit = () => {
    if (delta === null) setError(t('ERRORS.INVALID'))
    else if (delta === 0) setError(t('STOCK.NO_DIFFERENCE'))
    else if (present + delta < 0) setError(t('STOCK.NOT_ENOUGH'))
    else if (Math.abs(delta) > maxDelta) setError(t('ERRORS.OUT_OF_RANGE'))
    else add.mutate({ delta, reason, text: text.trim() })
  }
  const failed = add.error instanceof ApiError ? add.error.errors.delta : undefined
  return (
    <FormDialog
      title={t('STOCK.TITLE', { code: product.code })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      submitText={t('STOCK.SUBMIT')}
      isBusy={add.isPending}
      failure={failed === undefined ? undefined : keyText(t, failed)}
    >
      <Select
        label={t('STOCK.REASON')}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value as Reason)
          setError(undefined)
        }}
      >
        {reasons.map((value) => (
          <option key={value} value={value}>
            {t(stockReasonTexts[value])}
          </option>
        ))}
      </Select>
      <Field
        label={t(reason === 'counted' ? 'STOCK.FOUND' : 'STOCK.PIECES')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={error}
        hint={
          delta === null
            ? t('STOCK.NOW', { count: present })
            : t('STOCK.THEN', { delta: signed(delta), before: present, after: present + delta })
        }
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
      />
      <Field label={t('STOCK.TEXT')} maxLength={200} value={text} onChange={({ target }) => setText(target.value)} />
    </FormDialog>
  )
}
