import { CircleAlert, Ellipsis, ExternalLink, Eye, Pencil } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { Button, buttonClass } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { showToast } from '@shared/toasts'
import type { Language } from '@shared/language'
import { call } from '@desk/api/client'
import type { DeskProduct } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Dialog } from '@desk/components/Dialog'
import { LinkButton } from '@desk/components/Links'
import { Menu, MenuItem } from '@desk/components/Menu'
import { columnClass, RecordFrame, RecordPage } from '@desk/components/RecordPage'
import { Viewers } from '@desk/components/Viewers'
import { useLanguage } from '@desk/i18n/language'
import { errorText, keyText } from '@desk/lib/errors'
import { isCommand, useKeys } from '@desk/lib/keys'
import { useLeaving } from '@desk/lib/leaving'
import { keepProduct, normalizeCode, productName, productPath, useProduct } from '@desk/lib/products'
import { lookAt } from '@desk/lib/stream'
import { useChange } from '@desk/lib/use-change'
import { useTitle } from '@desk/lib/use-title'
import { listAddress } from '@desk/list/kept-place'
import { fieldLabel, textOf } from '@desk/lib/product-fields'
import { fieldNames, type Field } from './draft'
import { LeaveDialog } from './LeaveDialog'
import { Pictures } from './Pictures'
import styles from './Product.module.css'
import { Preview, PriceBlock, Reasons, ShopBlock, StockBlock } from './Side'
import { TextColumns } from './TextColumns'
import { usePictures } from './use-pictures'
import { useProductStore, type Editing } from './use-product'

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

/** Focuses the control of a field, once it is drawn. */
const focusField = (field: Field) =>
  requestAnimationFrame(() => {
    const named =
      document.querySelector<HTMLElement>(`[name="${field}"]`) ?? document.querySelector<HTMLElement>(`[data-field="${field}"] input`)
    named?.scrollIntoView({ block: 'center' })
    named?.focus()
  })

function OpenProduct({ product, notice }: { product: DeskProduct; notice: ReactNode }) {
  const { t } = useTranslation()
  const own = useLanguage()
  const [, navigate] = useLocation()
  const rights = { mayText: useMay('products.text'), mayPrice: useMay('products.price'), mayStock: useMay('stock.write') }
  const mayWrite = rights.mayText || rights.mayPrice || rights.mayStock
  const editing = useProductStore(product, (key) => keyText(t, key) ?? t('ERRORS.INVALID'))
  const { state, store } = editing
  const pictures = usePictures(editing)
  const { code } = product
  const [language, setLanguage] = useState<Language>('az')
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const count = Object.keys(state.typed).length
  const isDirty = count > 0
  const isEditing = useRef(false)
  useEffect(() => {
    isEditing.current = isDirty
  }, [isDirty])
  useEffect(() => lookAt('product', code, () => isEditing.current), [code])
  useLeaving(isDirty || pictures.sending > 0, (go) => setLeave(() => go))

  const toField = (field: Field) => {
    const text = textOf(field)
    if (text !== null) setLanguage(text.language)
    focusField(field)
  }
  const save = async (): Promise<boolean> => {
    const isSaved = await store.save()
    const { failure } = store.getState()
    if (isSaved) showToast({ tone: 'done', text: t('COMMON.SAVED') })
    else if (failure !== null) showToast({ tone: 'error', text: errorText(t, failure) })
    return isSaved
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCommand(event, 's')) return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const confirm = useChange({
    send: (field: string) =>
      call('PATCH', '/desk/products/{code}', { path: { code }, body: { version: store.getState().product.version, confirm: [field] } }),
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
            <Viewers kind="product" id={code} />
            {isDirty && (
              <span className={`${styles.count ?? ''} small nowrap wide-only`} role="status">
                <Pencil size={15} strokeWidth={1.5} aria-hidden="true" />
                {t('PRODUCT.CHANGES', { count })}
              </span>
            )}
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
            <RefusedFields editing={editing} onField={toField} className="wide-only" />
          </>
        }
        above={
          <>
            {notice}
            <RefusedFields editing={editing} onField={toField} className={`${styles.above ?? ''} phone-only`} />
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
        <Pictures editing={editing} pictures={pictures} mayWrite={rights.mayText} />
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
      {leave !== null && (
        <LeaveDialog
          count={count}
          sending={pictures.sending}
          isBusy={state.isSaving}
          onSave={() => {
            void save().then((isSaved) => {
              setLeave(null)
              if (isSaved) leave()
            })
          }}
          onLeave={() => {
            setLeave(null)
            leave()
          }}
          onStay={() => setLeave(null)}
        />
      )}
    </>
  )
}

/** The fields that were refused, each with a way to it. */
function RefusedFields({
  editing: { state },
  onField,
  className,
}: {
  editing: Editing
  onField: (field: Field) => void
  className: string
}) {
  const { t } = useTranslation()
  const refused = fieldNames.filter((field) => field in state.refused)
  if (refused.length === 0) return null
  return (
    <div className={`${styles.refused ?? ''} ${className}`} role="alert">
      <CircleAlert size={17} strokeWidth={1.5} aria-hidden="true" />
      <span>{t('PRODUCT.REFUSED')}</span>
      {refused.map((field) => (
        <LinkButton key={field} onClick={() => onField(field)}>
          {fieldLabel(t, field)}
        </LinkButton>
      ))}
    </div>
  )
}
