import { Ellipsis, ExternalLink, Eye } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { Button, buttonClass } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import type { Language } from '@shared/language'
import { call } from '@desk/api/client'
import type { DeskProduct } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Dialog } from '@desk/components/Dialog'
import { Pictures } from '@desk/components/media/Pictures'
import { usePictures } from '@desk/components/media/use-pictures'
import { Menu, MenuItem } from '@desk/components/Menu'
import { ChangeCount } from '@desk/components/record/ChangeCount'
import { focusField } from '@desk/components/record/focus-field'
import { RefusedFields } from '@desk/components/record/RefusedFields'
import { SaveGuard } from '@desk/components/record/SaveGuard'
import { useSave } from '@desk/components/record/use-save'
import { columnClass, RecordFrame, RecordPage } from '@desk/components/RecordPage'
import { Viewers } from '@desk/components/Viewers'
import { useLanguage } from '@desk/i18n/language'
import { useKeys } from '@desk/lib/keys'
import { keepProduct, normalizeCode, productName, productPath, useProduct } from '@desk/lib/products'
import { lookAt } from '@desk/lib/stream'
import { useChange } from '@desk/lib/use-change'
import { useTitle } from '@desk/lib/use-title'
import { listAddress } from '@desk/list/kept-place'
import { textOf } from '@desk/lib/product-fields'
import { fieldNames, type Field } from './draft'
import styles from './Product.module.css'
import { Preview, PriceBlock, Reasons, ShopBlock, StockBlock } from './Side'
import { TextColumns } from './TextColumns'
import { useProductStore } from './use-product'

/** One product: its texts, pictures, price, stock, and when the shop shows it. */
export default function ProductScreen() {
  const { t } = useTranslation()
  const code = normalizeCode(useParams<{ code: string }>().code)
  const product = useProduct(code)
  useTitle(`${code} · ${t('NAV.PRODUCTS')}`)
  return (
    <RecordPage query={product} label={code} missing={{ title: 'PRODUCT.NOT_FOUND', text: 'PRODUCT.NOT_FOUND_TEXT' }}>
      {(data, notice) => <OpenProduct key={data.code} product={data} notice={notice} />}
    </RecordPage>
  )
}

function OpenProduct({ product, notice }: { product: DeskProduct; notice: ReactNode }) {
  const { t } = useTranslation()
  const own = useLanguage()
  const [, navigate] = useLocation()
  const rights = { mayText: useMay('products.text'), mayPrice: useMay('products.price'), mayStock: useMay('stock.write') }
  const mayWrite = rights.mayText || rights.mayPrice || rights.mayStock
  const editing = useProductStore(product)
  const { state, store } = editing
  const pictures = usePictures(editing)
  const { code } = product
  const [language, setLanguage] = useState<Language>('az')
  const [isPreviewed, setPreviewed] = useState(false)
  const count = Object.keys(state.typed).length
  const isDirty = count > 0
  const isEditing = useRef(false)
  useEffect(() => {
    isEditing.current = isDirty
  }, [isDirty])
  const record = String(product.id)
  useEffect(() => lookAt('product', record, () => isEditing.current), [record])

  const toField = (field: Field) => {
    const text = textOf(field)
    if (text !== null) setLanguage(text.language)
    focusField(field)
  }
  const save = useSave(editing)
  const confirm = useChange({
    send: (field: string) =>
      call('PATCH', '/desk/products/{code}', { path: { code }, body: { version: store.getState().record.version, confirm: [field] } }),
    onDone: keepProduct,
    onConflict: (present) => {
      keepProduct(present as DeskProduct)
      return undefined
    },
  })
  useKeys([
    { keys: 'escape', text: 'KEYS.BACK', run: () => navigate(listAddress('/products')) },
    ...(rights.mayStock ? [{ keys: 'h', text: 'STOCK.MOVES' as const, run: () => navigate(`${productPath(code)}/stock`) }] : []),
  ])
  const refused = (isAbove: boolean) => (
    <RefusedFields
      fields={fieldNames.filter((field) => field in state.refused)}
      label={editing.label}
      onField={toField}
      isAbove={isAbove}
      className={isAbove ? 'phone-only' : 'wide-only'}
    />
  )
  const isShown = product.reasons.length === 0
  const shopLink = isShown ? `/${own}/shop/${String(product.id)}` : undefined
  const saveButton = mayWrite && (
    <Button variant="primary" busy={state.isSaving} disabled={!isDirty} onClick={() => void save()}>
      {t('COMMON.SAVE')}
      <kbd className="wide-only">Ctrl S</kbd>
    </Button>
  )
  return (
    <>
      <RecordFrame
        label={t('PRODUCT.LABEL', { code })}
        list={{ href: '/products', text: t('NAV.PRODUCTS') }}
        title={productName(product, own)}
        isSideFirst={rights.mayPrice || rights.mayStock}
        bar={
          <>
            <span className="dim nowrap wide-only">{code}</span>
            <span className="push" />
            <Viewers kind="product" id={record} />
            <ChangeCount count={count} />
            {shopLink !== undefined && (
              <a className={`${buttonClass({})} ${styles.view ?? ''}`} href={shopLink} target="_blank" rel="noreferrer">
                <ExternalLink size={17} strokeWidth={1.5} aria-hidden="true" />
                {t('PRODUCT.VIEW')}
              </a>
            )}
            <span className="wide-only">{saveButton}</span>
            {(isDirty || shopLink !== undefined) && (
              <Menu
                trigger={
                  <IconButton label={t('OFFERS.MORE')}>
                    <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
                  </IconButton>
                }
              >
                {shopLink !== undefined && (
                  <MenuItem onPick={() => window.open(shopLink, '_blank', 'noreferrer')}>{t('PRODUCT.VIEW')}</MenuItem>
                )}
                {isDirty && (
                  <MenuItem isDanger onPick={() => store.takeBack()}>
                    {t('PRODUCT.TAKE_ALL_BACK')}
                  </MenuItem>
                )}
              </Menu>
            )}
            {refused(false)}
          </>
        }
        above={
          <>
            {notice}
            {refused(true)}
          </>
        }
        side={
          <aside className={columnClass} aria-label={t('PRODUCT.SIDE')}>
            <div className="wide-only">
              <Preview editing={editing} />
            </div>
            <Reasons editing={editing} rights={rights} onField={toField} />
            <PriceBlock editing={editing} rights={rights} />
            <StockBlock editing={editing} rights={rights} />
            <ShopBlock editing={editing} rights={rights} />
          </aside>
        }
        dock={
          mayWrite && (
            <>
              <span className="small nowrap" role="status" aria-label={t('PRODUCT.CHANGES', { count })}>
                {isDirty ? t('PRODUCT.CHANGES', { count }) : ''}
              </span>
              <IconButton variant="secondary" label={t('PRODUCT.PREVIEW')} onClick={() => setPreviewed(true)}>
                <Eye size={18} strokeWidth={1.5} aria-hidden="true" />
              </IconButton>
              {saveButton}
            </>
          )
        }
      >
        <TextColumns
          editing={editing}
          mayWrite={rights.mayText}
          language={language}
          onLanguage={setLanguage}
          onConfirm={(field) => confirm.mutate(field)}
        />
        <Pictures editing={editing} pictures={pictures} mayWrite={rights.mayText} colours={editing.shown.colors} />
      </RecordFrame>
      {isPreviewed && (
        <Dialog
          title={t('PRODUCT.PREVIEW')}
          onClose={() => setPreviewed(false)}
          actions={<Button onClick={() => setPreviewed(false)}>{t('COMMON.CLOSE')}</Button>}
        >
          <Preview editing={editing} />
        </Dialog>
      )}
      <SaveGuard count={count} sending={pictures.sending} isBusy={state.isSaving} onSave={save} />
    </>
  )
}
