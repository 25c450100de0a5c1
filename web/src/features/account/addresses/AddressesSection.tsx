import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { addressesQuery } from '@/lib/api/account-queries'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import type { Address } from '@/lib/api/types'
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal'
import { AddressCard } from './AddressCard'
import styles from './AddressesSection.module.css'
import { AddressModal } from './AddressModal'

export default function AddressesSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(addressesQuery)
  /** The address in the dialog; `'new'` to add one. */
  const [editing, setEditing] = useState<Address | 'new' | null>(null)
  const { list, empty, onRemove } = useFocusAfterRemoval(data?.length ?? 0)

  if (data === undefined) {
    return error === null ? (
      <Skeleton height={240} />
    ) : (
      <ErrorPane text={serverMessage(error) || t('ACCOUNT.ADDRESSES.LOAD_ERROR')} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      {data.length === 0 ? (
        <EmptyState ref={empty} title={t('ACCOUNT.ADDRESSES.EMPTY')}>
          <Button variant="primary" onClick={() => setEditing('new')}>
            {t('ACCOUNT.ADDRESSES.ADD_FIRST')}
          </Button>
        </EmptyState>
      ) : (
        <>
          <ul ref={list} className={styles.cards}>
            {data.map((address, index) => (
              <li key={address.id} tabIndex={-1}>
                <AddressCard address={address} onRemove={() => onRemove(index)} onEdit={() => setEditing(address)} />
              </li>
            ))}
          </ul>
          <Button variant="primary" className={styles.add} onClick={() => setEditing('new')}>
            {t('ACCOUNT.ADDRESSES.ADD')}
          </Button>
        </>
      )}
      {editing !== null && <AddressModal address={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  )
}
