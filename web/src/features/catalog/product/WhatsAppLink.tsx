import type { TFunction } from 'i18next'
import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { storesQuery } from '@/lib/api/content-queries'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized, textLines } from '@/lib/localized'
import { buttonClass } from '@shared/components/Button'
import { pathInLanguage, type Language } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import { whatsAppUrl } from '@shared/phone-links'
import { useQuery } from '@shared/query/use-query'
import styles from './WhatsAppLink.module.css'

interface WhatsAppLinkProps {
  product: Product
  /** Slug of the chosen colour; empty for none. */
  colour: string
  /** An icon without text. */
  square?: boolean
}

/** Stands for a part that the product lacks. */
const missing = '\u0000'

function message(t: TFunction, language: Language, product: Product, colour: string): string {
  const path = pathInLanguage(`/shop/${String(product.id)}`, language)
  const text = t('PRODUCT.WHATSAPP', {
    name: localized(product, 'name', language),
    code: product.code,
    colour: colourName(colour === '' ? null : colour, language) || missing,
    size: textLines(localized(product, 'externalMeasurement', language))[0] ?? missing,
    url: window.location.origin + path + (colour === '' ? '' : `?color=${colour}`),
  })
  return text.replaceAll(`, ${missing}`, '')
}

/** Opens WhatsApp with a question about the product, to a store that shows it or else the first one; nothing without a number. */
export default function WhatsAppLink({ product, colour, square = false }: WhatsAppLinkProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, isPending } = useQuery({ ...storesQuery, retry: false })
  // Keeps the place of the button.
  if (isPending) return <span />
  const reachable = data?.data.filter(({ whatsapp }) => whatsapp !== null) ?? []
  const store = reachable.find(({ id }) => product.shownIn?.includes(id)) ?? reachable[0]
  const href = whatsAppUrl(store?.whatsapp ?? '', message(t, language, product, colour))
  if (href === null) return null
  return (
    <a
      href={href}
      className={buttonClass({ size: 'small', wide: !square, className: square ? styles.square : undefined })}
      rel="noopener"
      target="_blank"
      aria-label={square ? t('PRODUCT.ASK_WHATSAPP') : undefined}
    >
      <MessageCircle size={20} strokeWidth={1.5} aria-hidden="true" />
      {!square && t('PRODUCT.ASK_WHATSAPP')}
    </a>
  )
}
