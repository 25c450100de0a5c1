import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/dialogs/ConfirmDialog'
import { Status } from '@shared/components/Status'
import { placeLine } from '@/lib/order/place-line'
import { accountQueries, call } from '@/lib/api/client'
import { formatPhone, normalizePhone } from '@shared/forms/phone'
import { serverMessage } from '@shared/api/error'
import type { Address } from '@/lib/api/types'
import { showToast } from '@shared/toasts'
import styles from './AddressCard.module.css'

interface AddressCardProps {
  address: Address
  onEdit: () => void
  /** Called when the address was removed, before the list shows it. */
  onRemove: () => void
}

export function AddressCard({ address, onEdit, onRemove }: AddressCardProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const path = { id: address.id }
  const reload = () => client.invalidateQueries(accountQueries)

  const remove = useMutation({
    mutationFn: () => call('DELETE', '/account/addresses/{id}', { path }),
    onSuccess: async () => {
      onRemove()
      setConfirming(false)
      await reload()
    },
  })
  const makeDefault = useMutation({
    mutationFn: () => call('POST', '/account/addresses/{id}/default', { path }),
    onSuccess: reload,
    onError: (error) => showToast({ tone: 'error', text: serverMessage(error) || t('ACCOUNT.ADDRESSES.UPDATE_ERROR') }),
  })

  /** Tells the buttons of several addresses apart. */
  const labelOf = (verb: string) => `${verb}: ${address.streetAddress}`
  const apartment = address.apartment.trim()
  const isDefault = address.isDefaultShipping && address.isDefaultBilling
  return (
    <article className={styles.card}>
      <h2 className={styles.name}>{address.fullName}</h2>
      <address className={styles.address}>
        {address.streetAddress}
        {apartment !== '' && `, ${apartment}`}
        <br />
        {placeLine(address.city, address.state, address.zipCode)}
        <br />
        {t('FORM.AZERBAIJAN')}
        <br />
        <span className="figures">{formatPhone(normalizePhone(address.phoneNumber))}</span>
      </address>
      {(address.isDefaultShipping || address.isDefaultBilling) && (
        <p className={styles.badges}>
          {address.isDefaultShipping && (
            <Status isTinted tone="ink">
              {t('ACCOUNT.ADDRESSES.DEFAULT_SHIPPING')}
            </Status>
          )}
          {address.isDefaultBilling && (
            <Status isTinted tone="ink">
              {t('ACCOUNT.ADDRESSES.DEFAULT_BILLING')}
            </Status>
          )}
        </p>
      )}
      <p className={styles.actions}>
        <button
          type="button"
          className={`text-button ${styles.action ?? ''}`}
          aria-label={labelOf(t('ACCOUNT.ADDRESSES.EDIT'))}
          onClick={onEdit}
        >
          {t('ACCOUNT.ADDRESSES.EDIT')}
        </button>
        <button
          type="button"
          className={`text-button ${styles.action ?? ''}`}
          aria-label={labelOf(t('ACCOUNT.ADDRESSES.DELETE'))}
          onClick={() => setConfirming(true)}
        >
          {t('ACCOUNT.ADDRESSES.DELETE')}
        </button>
        {!isDefault && (
          <button
            type="button"
            className={`text-button ${styles.action ?? ''}`}
            aria-label={labelOf(t('ACCOUNT.ADDRESSES.MAKE_DEFAULT'))}
            disabled={makeDefault.isPending}
            onClick={() => makeDefault.mutate()}
          >
            {t('ACCOUNT.ADDRESSES.MAKE_DEFAULT')}
          </button>
        )}
      </p>
      {confirming && (
        <ConfirmDialog
          title={t('ACCOUNT.ADDRESSES.DELETE_TITLE')}
          sentence={t('ACCOUNT.ADDRESSES.DELETE_CONFIRM')}
          confirmLabel={t('ACCOUNT.ADDRESSES.DELETE_TITLE')}
          keepLabel={t('COMMON.KEEP')}
          busyLabel={remove.isPending ? t('COMMON.SENDING') : undefined}
          failure={remove.error ? serverMessage(remove.error) || t('ACCOUNT.ADDRESSES.DELETE_ERROR') : undefined}
          onConfirm={() => remove.mutate()}
          onKeep={() => {
            setConfirming(false)
            remove.reset()
          }}
        />
      )}
    </article>
  )
}
