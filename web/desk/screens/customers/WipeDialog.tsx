import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '@shared/toasts'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { call } from '@desk/api/client'
import type { Customer } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { showCustomer } from '@desk/lib/customers'
import { useChange } from '@desk/lib/use-change'

/** Deletes the personal data of a customer for good, once their name is typed. The code is asked for where it is due. */
export default function WipeDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation()
  const name = customer.name ?? ''
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const isSame = typed.trim() === name
  const wipe = useChange({
    send: (body: { version: number }, keyFor) =>
      call('POST', '/desk/customers/{id}/wipe', { path: { id: customer.id }, body, key: keyFor(body) }),
    onDone: (saved) => {
      showCustomer(saved)
      showToast({ tone: 'done', text: t('WIPE.DONE') })
      onClose()
    },
    onConflict: (present) => {
      showCustomer(present as Customer)
      return undefined
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (isSame) wipe.mutate({ version: customer.version })
  }
  return (
    <Dialog
      title={t('WIPE.TITLE', { name })}
      description={t('WIPE.LEAD')}
      isKept
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="danger" type="submit" busy={wipe.isPending}>
            {t('WIPE.CONFIRM')}
          </Button>
        </>
      }
    >
      <Field
        label={t('WIPE.NAME', { name })}
        autoComplete="off"
        value={typed}
        error={isTried && !isSame ? t('WIPE.OTHER_NAME') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}
