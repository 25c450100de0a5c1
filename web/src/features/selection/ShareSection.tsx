import { Copy, MessageCircle, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouter } from 'wouter'
import { Button, buttonClass } from '@shared/components/Button'
import { copyLink, whatsAppShareUrl } from '@/lib/view/copy-link'
import { useLanguage } from '@/lib/i18n/setup'
import { encodeSelection, maxLinkLength } from '@/lib/quote/selection-link'
import { shareText } from './share-text'
import styles from './ShareSection.module.css'
import type { PieceRow } from './use-pieces'

/** A link that holds the pieces; nothing is stored. */
export function ShareSection({ rows }: { rows: readonly PieceRow[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const router = useRouter()
  const pieces = rows.map(({ piece }) => piece)
  const [withNotes, setWithNotes] = useState(false)
  const page = window.location.origin + router.hrefs(`${router.base}/selection`, router)
  const linkOf = (notes: boolean) => `${page}#${encodeSelection(pieces, notes)}`
  const isLong = withNotes && linkOf(true).length > maxLinkLength
  const link = linkOf(withNotes && !isLong)
  const hasNotes = pieces.some(({ note }) => note !== '')

  const text = shareText(t, language, rows)
  const canShare = 'share' in navigator

  const share = async () => {
    try {
      await navigator.share({ title: t('SELECTION.SHARE_TITLE'), text, url: link })
    } catch (error) {
      // The visitor has closed the device's list.
      if (error instanceof DOMException && error.name === 'AbortError') return
      await copy()
    }
  }
  const copy = () => copyLink(link, { copied: t('SELECTION.LINK_COPIED'), prompt: t('SELECTION.COPY_LINK') })
  return (
    <section className={styles.share}>
      <div className={styles.words}>
        <h2 className={styles.title}>{t('SELECTION.SHARE')}</h2>
        <p className="small second">{t('SELECTION.SHARE_TEXT')}</p>
        {hasNotes && (
          <label className={`check ${styles.check ?? ''}`}>
            <input type="checkbox" checked={withNotes} onChange={(event) => setWithNotes(event.target.checked)} />
            {t('SELECTION.WITH_NOTES')}
          </label>
        )}
        <p role="status" className={styles.long}>
          {isLong ? t('SELECTION.LONG_LINK') : ''}
        </p>
      </div>
      <div className={styles.buttons}>
        {canShare && (
          <Button size="small" variant="primary" onClick={() => void share()}>
            <Share2 size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('SELECTION.SHARE_BUTTON')}
          </Button>
        )}
        <Button size="small" onClick={() => void copy()}>
          <Copy size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('SELECTION.COPY_LINK')}
        </Button>
        <a href={whatsAppShareUrl(text, link)} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: 'small' })}>
          <MessageCircle size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('QUOTE.WHATSAPP_SEND')}
          <span className="visually-hidden">{t('COMMON.NEW_TAB')}</span>
        </a>
      </div>
    </section>
  )
}
