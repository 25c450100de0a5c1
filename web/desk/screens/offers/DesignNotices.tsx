import { RefreshCw, Ruler } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import type { Offer } from '@desk/api/records'
import { TextLink } from '@desk/components/Links'
import { Note } from '@desk/components/Parts'

interface DesignNoticesProps {
  offer: Offer
  /** Prices the designs by the newest book; undefined where nobody can. */
  onRenew?: () => void
  isBusy?: boolean
}

/** Newer prices than those of the designs, and designs that nobody has measured; absent without either. */
export function DesignNotices({ offer, onRenew, isBusy = false }: DesignNoticesProps) {
  const { t } = useTranslation()
  return (
    <>
      {offer.isStalePrices && onRenew !== undefined && (
        <Note tone="amber" icon={RefreshCw} role="status">
          <p>{t('DESIGNED.STALE')}</p>
          <p>
            <Button size="small" busy={isBusy} onClick={onRenew}>
              {t('DESIGNED.RENEW')}
            </Button>
          </p>
        </Note>
      )}
      {offer.needsMeasuring && (
        <Note icon={Ruler}>
          <p>
            {t('DESIGNED.NEEDS_MEASURING')} <TextLink href={`/quotes/${offer.quoteNumber}`}>{t('DESIGNED.MEASURE')}</TextLink>
          </p>
        </Note>
      )}
    </>
  )
}
