import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { openQuote, type QuoteRequest } from '@/stores/quote'
import { Button } from '@shared/components/Button'

interface QuoteButtonProps extends Partial<Omit<QuoteRequest, 'product'>>, Pick<QuoteRequest, 'product'> {
  /** Compact style for product cards. */
  card?: boolean
  className?: string | undefined
  disabled?: boolean
}

/** Opens the quote dialog for a product. */
export function QuoteButton({ product, quantity = 1, color = null, card = false, className, disabled = false }: QuoteButtonProps) {
  const { t } = useTranslation()
  const name = localized(product, 'name', useLanguage())
  return (
    <Button
      variant={card ? undefined : 'primary'}
      size={card ? 'small' : undefined}
      wide
      className={className}
      disabled={disabled}
      aria-label={card ? t('QUOTE.ASK_ABOUT', { name }) : undefined}
      aria-haspopup="dialog"
      onClick={() => openQuote({ product, quantity, color })}
    >
      {t('QUOTE.ASK')}
    </Button>
  )
}
