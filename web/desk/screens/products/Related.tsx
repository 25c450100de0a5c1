import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { useDebounced } from '@shared/use-debounced'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { Check } from '@desk/components/Check'
import { Dialog } from '@desk/components/Dialog'
import { Loaded } from '@desk/components/Loaded'
import { Thumbnail } from '@desk/components/Thumbnail'
import { useLanguage } from '@desk/i18n/language'
import { foundName, useProducts } from '@desk/lib/products'
import parts from '@desk/components/record/Record.module.css'
import { ChangeMark } from '@desk/components/record/ChangeMark'
import styles from './Product.module.css'
import type { Editing } from './use-product'

const maxRelated = 12

/** The products that the shop shows beside this one: as it finds them, or chosen ones. */
export function Related({ editing, mayWrite }: { editing: Editing; mayWrite: boolean }) {
  const { t } = useTranslation()
  const { shown, store, state } = editing
  const { mode, productIds } = shown.related
  const [isOpen, setOpen] = useState(false)
  const choose = (ids: number[]) => store.change('related', { mode: 'chosen', productIds: ids })
  return (
    <div className={parts.marked} role="group" aria-label={t('PRODUCT.RELATED')}>
      <p className={parts.label}>{t('PRODUCT.RELATED')}</p>
      {mayWrite ? (
        <Check
          name="related"
          checked={mode === 'auto'}
          onChange={({ target }) => store.change('related', { mode: target.checked ? 'auto' : 'chosen', productIds })}
        >
          {t('PRODUCT.RELATED_AUTO')}
        </Check>
      ) : (
        mode === 'auto' && <p className="small">{t('PRODUCT.RELATED_AUTO')}</p>
      )}
      {mode === 'chosen' && (
        <>
          <ul className={styles.related}>
            {productIds.map((id) => (
              <RelatedProduct key={id} id={id} onRemove={mayWrite ? () => choose(productIds.filter((other) => other !== id)) : undefined} />
            ))}
          </ul>
          {mayWrite && (
            <p>
              <Button size="small" disabled={productIds.length >= maxRelated} onClick={() => setOpen(true)}>
                <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
                {t('PRODUCT.RELATED_ADD')}
              </Button>
            </p>
          )}
        </>
      )}
      <ChangeMark editing={editing} field="related" />
      {isOpen && (
        <PickDialog
          without={[state.record.id, ...productIds]}
          onPick={(id) => choose([...productIds, id])}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function RelatedProduct({ id, onRemove }: { id: number; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data } = useQuery({ ...query('/products/{id}', { path: { id } }), staleTime: 10 * 60_000, retry: false })
  // A hidden one has no page in the shop.
  const name = data === undefined ? t('PRODUCT.RELATED_HIDDEN', { id }) : `${data.code} ${foundName(data, language)}`
  return (
    <li>
      <span className="cut">{name}</span>
      {onRemove !== undefined && (
        <IconButton size="small" label={`${t('COMMON.REMOVE')}: ${name}`} onClick={onRemove}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

interface PickDialogProps {
  without: readonly number[]
  onPick: (id: number) => void
  onClose: () => void
}

/** Finds products of the shop. */
function PickDialog({ without, onPick, onClose }: PickDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [text, setText] = useState('')
  const term = useDebounced(text.trim(), 250)
  const products = useProducts(term)
  return (
    <Dialog isKept title={t('PRODUCT.RELATED_ADD')} onClose={onClose} actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}>
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
                {found
                  .filter(({ id }) => !without.includes(id))
                  .map((product) => (
                    <li key={product.id}>
                      <button
                        type="button"
                        onClick={() => {
                          onPick(product.id)
                          onClose()
                        }}
                      >
                        <Thumbnail size="small" image={product.images[0]?.imageUrl ?? null} />
                        <span>
                          <b>{foundName(product, language)}</b> <span className="dim small">{product.code}</span>
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
