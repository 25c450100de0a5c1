import { Copy, MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { Offer } from '@desk/api/records'
import { Button, buttonClass } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { Field } from '@shared/components/Field'
import { Loaded } from '@desk/components/Loaded'
import { Skeleton } from '@shared/components/Skeleton'
import { showToast } from '@shared/toasts'

/** The customer's link, asked for only when it is wanted: each reading of it is in the audit. */
export function ShareDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation()
  const link = useQuery({
    ...query('/desk/offers/{id}/link', { path: { id: offer.id } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { url, whatsappUrl } = link.data ?? {}
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
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
          {url !== undefined && (
            <Button onClick={() => void copy(url)}>
              <Copy size={17} strokeWidth={1.5} aria-hidden="true" />
              {t('COMMON.COPY')}
            </Button>
          )}
          {whatsappUrl != null && (
            <a className={buttonClass({ variant: 'primary' })} href={whatsappUrl} target="_blank" rel="noreferrer">
              <MessageCircle size={17} strokeWidth={1.5} aria-hidden="true" />
              WhatsApp
            </a>
          )}
        </>
      }
    >
      <Loaded query={link} loading={<Skeleton width="100%" height={36} />}>
        {(data, notice) => (
          <>
            {notice}
            <Field label={t('OFFERS.LINK')} readOnly value={data.url} onFocus={({ target }) => target.select()} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
