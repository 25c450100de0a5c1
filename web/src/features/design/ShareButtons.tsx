import { Link2, MessageCircle } from 'lucide-react'
import { useRouter } from 'wouter'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '@shared/components/Button'
import { showToast } from '@shared/toasts'
import { stepPath } from './address'
import { useDesignTexts } from './design-texts'

/** Copies the link of a design, or sends it by WhatsApp. */
export function ShareButtons({ code }: { code: string }) {
  const { t } = useDesignTexts()
  const { t: ofShop } = useTranslation()
  const router = useRouter()
  const link = window.location.origin + router.hrefs(`${router.base}${stepPath('summary', code)}`, router)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showToast({ tone: 'done', text: t('link-copied') })
    } catch {
      // Browsers offer no clipboard over plain HTTP: the visitor copies it by hand.
      window.prompt(t('copy-link'), link)
    }
  }
  return (
    <>
      <Button size="small" onClick={() => void copy()}>
        <Link2 size={20} strokeWidth={1.5} aria-hidden="true" />
        {t('copy-link')}
      </Button>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${t('whatsapp-text')}\n${link}`)}`}
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
