import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import { formatAmount, formatDiscount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { Field } from '@shared/components/Field'
import { Loaded } from '@desk/components/Loaded'
import { Percent } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { useDebounced } from '@shared/use-debounced'
import { freeLine, type LineDraft } from './line'
import { LineThumb } from './LineTable'
import styles from './Lines.module.css'
import { foundName, useProducts, type FoundProduct } from '@desk/lib/products'

interface ProductPickerProps {
  /** Language of the offer, which the line's name is taken in. */
  contentLanguage: Language
  onPick: (line: LineDraft) => void
  onClose: () => void
}

/** Finds a product of the catalogue for a new line. */
export function ProductPicker({ contentLanguage, onPick, onClose }: ProductPickerProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [text, setText] = useState('')
  const term = useDebounced(text.trim(), 250)
  const products = useProducts(term)
  const pick = (product: FoundProduct) => {
    onPick(lineOf(product, contentLanguage, language))
    onClose()
  }
  return (
    <Dialog size="wide" title={t('OFFERS.FROM_CATALOG')} onClose={onClose} actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}>
      <Field
        label={t('OFFERS.FIND_PRODUCT')}
        type="search"
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      {term.length >= 2 && (
        <Loaded query={products}>
          {(found, notice) => (
            <>
              {notice}
              <p className="dim small" role="status">
                {found.length === 0 ? t('PALETTE.NOTHING') : t('OFFERS.FOUND', { count: found.length })}
              </p>
              <ul className={styles.found}>
                {found.map((product) => (
                  <li key={product.id}>
                    <button type="button" className={styles.product} onClick={() => pick(product)}>
                      <LineThumb line={{ imageUrl: product.images[0]?.imageUrl ?? null }} />
                      <span>
                        <b>{foundName(product, language)}</b>
                        <span className="dim small">
                          {product.code},{' '}
                          {product.stockQuantity === null
                            ? t('QUOTE.MADE_TO_ORDER')
                            : t('OFFERS.IN_STOCK', { count: product.stockQuantity })}
                        </span>
                      </span>
                      <span className="nowrap">
                        {formatWithSign(toQepik(product.price), language)}{' '}
                        {product.discount > 0 && <Percent>{formatDiscount(product.discount)}</Percent>}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      )}
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
