import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { toQepik } from '@shared/price'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { useLanguage } from '@desk/i18n/language'
import { freeLine, type LineDraft } from './line'
import { ProductSearch } from './ProductSearch'
import { foundName, type FoundProduct } from '@desk/lib/products'

interface ProductPickerProps {
  /** Language of the offer, which the line's name is taken in. */
  contentLanguage: Language
  /** Whether there is room for another line. */
  canAdd?: boolean
  onPick: (line: LineDraft) => void
  onClose: () => void
}

/** Finds products of the catalogue for new lines. A press or Space adds one and stays; Enter ends, with the product if it is new. */
export function ProductPicker({ contentLanguage, canAdd = true, onPick, onClose }: ProductPickerProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  /** Ids of the added products, one for each line. */
  const [added, setAdded] = useState<readonly number[]>([])
  const pick = (product: FoundProduct) => {
    onPick(lineOf(product, contentLanguage, language))
    setAdded([...added, product.id])
  }
  const end = (product: FoundProduct | undefined) => {
    if (product !== undefined && canAdd && !added.includes(product.id)) pick(product)
    if (product !== undefined || added.length > 0) onClose()
  }
  return (
    <Dialog
      size="wide"
      title={t('OFFERS.FROM_CATALOG')}
      onClose={onClose}
      actions={
        <>
          <span className="dim" role="status">
            {added.length > 0 && t('OFFERS.ADDED', { count: added.length })}
          </span>
          <Button {...(added.length > 0 && { variant: 'primary' as const })} onClick={onClose}>
            {t(added.length > 0 ? 'OFFERS.DONE' : 'COMMON.CLOSE')}
          </Button>
        </>
      }
    >
      <ProductSearch
        label={t('OFFERS.FIND_PRODUCT')}
        isDisabled={!canAdd}
        onPick={pick}
        onEnter={end}
        markOf={({ id }) => {
          const times = added.filter((other) => other === id).length
          return times > 0 && <b>{t('OFFERS.ADDED', { count: times })}</b>
        }}
      />
    </Dialog>
  )
}

function lineOf(product: FoundProduct, contentLanguage: Language, language: Language): LineDraft {
  const { price, discount, stockQuantity } = product
  return {
    ...freeLine(),
    productId: product.id,
    code: product.code,
    imageUrl: product.images[0]?.imageUrl ?? null,
    catalog: { price, discount, stockQuantity, isActive: true },
    name: foundName(product, contentLanguage),
    listPrice: formatAmount(toQepik(price), language),
    discount: String(discount),
  }
}
