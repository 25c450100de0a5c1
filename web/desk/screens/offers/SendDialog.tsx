import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '@shared/forms/phone'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { Offer, Quote } from '@desk/api/records'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { Check } from '@desk/components/Check'
import { useLanguage } from '@desk/i18n/language'
import styles from './Offer.module.css'
import { useOfferCall } from './queries'

interface SendDialogProps {
  /** Saved: its total is what is sent. */
  offer: Offer
  quote: Quote | undefined
  onClose: () => void
  onSent: (offer: Offer) => void
}

/** How the offer goes out: by mail, or only as a link for WhatsApp. */
export function SendDialog({ offer, quote, onClose, onSent }: SendDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const email = quote?.customer.email ?? null
  const phone = quote?.customer.phone ?? null
  const [byMail, setByMail] = useState(email !== null)
  const send = useOfferCall(offer.id, onSent)
  return (
    <Dialog
      title={t('OFFERS.SEND_TITLE', { sum: formatWithSign(toQepik(offer.total), language) })}
      description={t('OFFERS.SEND_TEXT')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button
            variant="primary"
            busy={send.isPending}
            onClick={() => send.mutate({ path: 'send', body: { version: offer.version, mail: byMail, total: offer.total } })}
          >
            {t('OFFERS.SEND')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Check checked={byMail} disabled={email === null} onChange={({ target }) => setByMail(target.checked)}>
          {email === null ? t('OFFERS.NO_MAIL') : t('OFFERS.BY_MAIL', { email })}
        </Check>
        <p className="dim">{phone === null ? t('OFFERS.BY_LINK') : t('OFFERS.BY_WHATSAPP', { phone: formatPhone(phone) })}</p>
      </div>
    </Dialog>
  )
}
