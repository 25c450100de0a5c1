import type { Band } from '@shared/rules/price'
import { useDesignTexts } from '@/lib/design/design-texts'
import { bandText } from '@/lib/design/words'

interface NewPricesProps {
  /** The band that was shown; `null` where none was. */
  before: Band | null
  now: Band
}

/** Says that the prices of a design were renewed, with both bands. */
export function NewPrices({ before, now }: NewPricesProps) {
  const { t, language } = useDesignTexts()
  const bands = { before: before === null ? '…' : bandText(before, language), now: bandText(now, language) }
  return <p>{t('new-prices', bands)}</p>
}
