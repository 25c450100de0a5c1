import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDiscount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { Field } from '@shared/components/Field'
import { Loaded } from '@desk/components/Loaded'
import { Percent } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { keyOf } from '@desk/lib/keys'
import { useDebounced } from '@shared/use-debounced'
import { LineThumb } from './LineTable'
import styles from './Lines.module.css'
import { foundName, useProducts, type FoundProduct } from '@desk/lib/products'

interface ProductSearchProps {
  label: string
  isDisabled?: boolean
  onPick: (product: FoundProduct) => void
  /** `Enter` in the field, or on a product. */
  onEnter: (product: FoundProduct | undefined) => void
  /** A mark of a product at the end of its row. */
  markOf?: (product: FoundProduct) => ReactNode
}

/** Finds products of the catalogue by name or code. */
export function ProductSearch({ label, isDisabled = false, onPick, onEnter, markOf }: ProductSearchProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [text, setText] = useState('')
  const term = useDebounced(text.trim(), 250)
  const products = useProducts(term)
  const enter = (product: FoundProduct | undefined) => (event: KeyboardEvent) => {
    if (keyOf(event) !== 'enter') return
    event.preventDefault()
    onEnter(product)
  }
  return (
    <>
      <Field
        label={label}
        type="search"
        value={text}
        maxLength={100}
        autoComplete="off"
        onKeyDown={enter(undefined)}
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
                    <button
                      type="button"
                      className={styles.product}
                      disabled={isDisabled}
                      onClick={() => onPick(product)}
                      onKeyDown={enter(product)}
                    >
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
                        {markOf?.(product)} {formatWithSign(toQepik(product.price), language)}{' '}
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
    </>
  )
}
