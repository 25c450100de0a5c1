import { Link2, MessageCircle } from 'lucide-react'
import { useRouter } from 'wouter'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '@shared/components/Button'
import { copyLink, whatsAppShareUrl } from '@/lib/view/copy-link'
import { stepPath } from '@/lib/design/address'
import { useDesignTexts } from '@/lib/design/design-texts'

/** Copies the link of a design, or sends it by WhatsApp. */
export function ShareButtons({ code }: { code: string }) {
  const { t } = useDesignTexts()
  const { t: ofShop } = useTranslation()
  const router = useRouter()
  const link = window.location.origin + router.hrefs(`${router.base}${stepPath('summary', code)}`, router)
  const copy = () => copyLink(link, { copied: t('link-copied'), prompt: t('copy-link') })
  return (
    <>
      <Button size="small" onClick={() => void copy()}>
        <Link2 size={20} strokeWidth={1.5} aria-hidden="true" />
        {t('copy-link')}
      </Button>
      <a
        href={whatsAppShareUrl(t('whatsapp-text'), link)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ size: 'small' })}
      >
        <MessageCircle size={20} strokeWidth={1.5} aria-hidden="true" />
        WhatsApp
        <span className="visually-hidden">{ofShop('COMMON.NEW_TAB')}</span>
      </a>
    </>
  )
}
