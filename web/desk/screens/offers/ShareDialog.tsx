import { Copy, MessageCircle } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '@desk/api/client'
import type { Offer } from '@desk/api/records'
import { Button, buttonClass } from '@desk/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { Field } from '@desk/components/Field'
import { Loaded } from '@desk/components/Loaded'
import { Skeleton } from '@desk/components/Parts'
import { showToast } from '@desk/lib/toasts'

/** The customer's link, asked for only when it is wanted: each reading of it is in the audit. */
export function ShareDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation()
  const link = useQuery({
    ...query('/desk/offers/{id}/link', { path: { id: offer.id } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url)
      showToast({ tone: 'done', text: t('OFFERS.LINK_COPIED') })
    } catch {
      showToast({ tone: 'error', text: t('OFFERS.LINK_NOT_COPIED') })
    }
  }
  return (
    <Dialog
      title={t('OFFERS.SHARE_TITLE')}
      description={t('OFFERS.SHARE_TEXT')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
          {link.data !== undefined && (
            <Button onClick={() => void copy(link.data.url)}>
              <Copy size={17} strokeWidth={1.5} aria-hidden="true" />
              {t('COMMON.COPY')}
            </Button>
          )}
          {link.data?.whatsappUrl != null && (
            <a className={buttonClass({ variant: 'primary' })} href={link.data.whatsappUrl} target="_blank" rel="noreferrer">
              <MessageCircle size={17} strokeWidth={1.5} aria-hidden="true" />
              WhatsApp
            </a>
          )}
        </>
      }
    >
      <Loaded query={link} loading={<Skeleton width="100%" height={36} />}>
        {({ url }, notice) => (
          <>
            {notice}
            <Field label={t('OFFERS.LINK')} readOnly value={url} onFocus={({ target }) => target.select()} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
