import { Eye, EyeOff, Percent, Table } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@shared/components/Field'
import { parseWhole } from '@shared/forms/whole'
import { showToast } from '@shared/toasts'
import { call } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { ProductBulk, ProductBulkRow, ProductRow } from '@desk/api/records'
import { BulkBar, RefusedDialog } from '@desk/components/BulkBar'
import { FormDialog } from '@desk/components/FormDialog'
import { useLanguage } from '@desk/i18n/language'
import { productName } from '@desk/lib/products'
import { useChange } from '@desk/lib/use-change'
import { maxMarked } from '@desk/list/use-marks'
import { SheetDialog } from './SheetDialog'
import { useProductUndo } from './use-undo'

/** Actions for the marked products. */
export function ProductBulkBar({ rows: marked, onDone }: { rows: readonly ProductRow[]; onDone: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [open, setOpen] = useState<'sheet' | 'discount' | null>(null)
  const [refused, setRefused] = useState<readonly ProductBulkRow[]>([])
  const offerUndo = useProductUndo()
  const rows = marked.slice(0, maxMarked)
  const codes = rows.map(({ code }) => code)
  const { mutate, isPending } = useChange({
    send: (change: Pick<ProductBulk, 'action' | 'discount'>, keyFor) => {
      const body = { ...change, codes }
      return call('POST', '/desk/products/bulk', { body, key: keyFor(body) })
    },
    onDone: ({ done, results, undo }) => {
      void reload('/desk/products', '/desk/products/{code}', '/desk/products/{code}/prices')
      setOpen(null)
      showToast({
        tone: done === results.length ? 'done' : 'error',
        text: t('SHEET.DONE', { done, count: results.length }),
        ...offerUndo(undo),
      })
      const failed = results.filter(({ ok }) => !ok)
      if (failed.length === 0) onDone()
      else setRefused(failed)
    },
  })
  return (
    <>
      <BulkBar title={t('PRODUCTS.MARKED', { count: rows.length })} onUnmark={onDone}>
        <button type="button" disabled={isPending} onClick={() => setOpen('sheet')}>
          <Table size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('SHEET.OPEN')}
        </button>
        <button type="button" disabled={isPending} onClick={() => setOpen('discount')}>
          <Percent size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PRODUCT.DISCOUNT')}
        </button>
        <button type="button" disabled={isPending} onClick={() => mutate({ action: 'show' })}>
          <Eye size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PRODUCTS.SHOW')}
        </button>
        <button type="button" disabled={isPending} onClick={() => mutate({ action: 'hide' })}>
          <EyeOff size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PRODUCTS.HIDE')}
        </button>
      </BulkBar>
      {open === 'sheet' && (
        <SheetDialog
          rows={rows}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            onDone()
          }}
        />
      )}
      {open === 'discount' && (
        <DiscountDialog
          count={rows.length}
          isBusy={isPending}
          onClose={() => setOpen(null)}
          onSend={(discount) => mutate({ action: 'discount', discount })}
        />
      )}
      {refused.length > 0 && (
        <RefusedDialog
          title={t('PRODUCTS.REFUSED', { count: refused.length })}
          refused={refused.map(({ code, ...row }) => ({ ...row, number: code }))}
          stateOf={(number) => {
            const row = rows.find(({ code }) => code === number)
            return row && productName(row, language)
          }}
          onClose={() => setRefused([])}
        />
      )}
    </>
  )
}

interface DiscountDialogProps {
  count: number
  isBusy: boolean
  onClose: () => void
  onSend: (discount: number) => void
}

function DiscountDialog({ count, isBusy, onClose, onSend }: DiscountDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const discount = parseWhole(typed, 0, 99)
  return (
    <FormDialog
      title={t('PRODUCTS.DISCOUNT_TITLE', { count })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (discount === null) setError(t('ERRORS.OUT_OF_RANGE'))
        else onSend(discount)
      }}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={undefined}
    >
      <Field
        label={`${t('PRODUCT.DISCOUNT')}, %`}
        hint={t('PRODUCTS.DISCOUNT_HINT')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
