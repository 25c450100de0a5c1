import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@shared/components/Button'
import { ConfirmDialog } from '@/components/dialogs/ConfirmDialog'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { call } from '@/lib/api/client'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { useFocusAfterRemoval } from '@/lib/use-focus-after-removal'
import { changeWishlist, wishlistQuery } from '@/lib/wishlist'
import { dashboardQuery } from '../queries'
import { WishCard } from './WishCard'
import styles from './WishlistSection.module.css'

export default function WishlistSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...wishlistQuery, refetchOnMount: 'always' })
  const { items } = data
  const [confirming, setConfirming] = useState(false)
  const { list, empty, onRemove } = useFocusAfterRemoval(items?.length ?? 0)

  const clear = useMutation({
    mutationFn: () => call('DELETE', '/account/wishlist'),
    onSuccess: () => {
      onRemove(0)
      setConfirming(false)
      changeWishlist(client, () => [])
      client.setQueryData(dashboardQuery.queryKey, (old) => old && { ...old, wishlistItems: 0 })
    },
  })

  if (items === undefined) {
    return error === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorPane text={serverMessage(error) || t('ACCOUNT.WISHLIST.LOAD_ERROR')} onRetry={() => void refetch()} />
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState ref={empty} title={t('ACCOUNT.WISHLIST.EMPTY')}>
        <ButtonLink href="/shop">{t('COMMON.FROM_SHOP')}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <ul ref={list} className={styles.cards}>
        {items.map((item, index) => (
          <li key={item.productId} tabIndex={-1}>
            <WishCard item={item} onRemove={() => onRemove(index)} />
          </li>
        ))}
      </ul>
      <Button className={styles.clear} onClick={() => setConfirming(true)}>
        {t('ACCOUNT.WISHLIST.CLEAR')}
      </Button>
      {confirming && (
        <ConfirmDialog
          title={t('ACCOUNT.WISHLIST.CLEAR')}
          sentence={t('ACCOUNT.WISHLIST.CLEAR_CONFIRM')}
          confirmLabel={t('ACCOUNT.WISHLIST.CLEAR')}
          keepLabel={t('COMMON.KEEP')}
          busyLabel={clear.isPending ? t('COMMON.SENDING') : undefined}
          failure={clear.error ? serverMessage(clear.error) || t('ACCOUNT.WISHLIST.CLEAR_ERROR') : undefined}
          onConfirm={() => clear.mutate()}
          onKeep={() => {
            setConfirming(false)
            clear.reset()
          }}
        />
      )}
    </>
  )
}
