import { Minus, Plus } from 'lucide-react'
import { useState, type InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime, formatShortDay } from '@shared/dates'
import { languages, type Language } from '@shared/language'
import { formatDiscount, formatWithCode, formatWithSign } from '@shared/money'
import { discountedQepik, toQepik } from '@shared/price'
import { parseAmount } from '@shared/forms/amount'
import { parseWhole } from '@shared/forms/whole'
import { Field, Select } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { Status } from '@shared/components/Status'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { StockMove } from '@desk/api/records'
import { Check } from '@desk/components/Check'
import { LinkButton, TextLink } from '@desk/components/Links'
import { Block, Fact, Facts, Percent, Segment } from '@desk/components/Parts'
import { Thumbnail } from '@desk/components/Thumbnail'
import { useLanguage } from '@desk/i18n/language'
import { objectPosition } from '@desk/lib/media'
import { categories, productPath, reasonTexts } from '@desk/lib/products'
import { understood } from '@desk/lib/understood'
import { fieldLabel, textField, valueText } from '@desk/lib/product-fields'
import parts from '@desk/components/record/Record.module.css'
import { ChangeMark } from '@desk/components/record/ChangeMark'
import { Moment } from '@desk/components/record/Moment'
import { Colours } from './Colours'
import type { Field as FieldName } from './draft'
import { PricesDialog } from './PricesDialog'
import styles from './Product.module.css'
import { Related } from './Related'
import { StockDialog } from './StockDialog'
import { moveText, signed } from './moves'
import type { Editing } from './use-product'

interface Rights {
  mayText: boolean
  mayPrice: boolean
  mayStock: boolean
}

interface PartProps {
  editing: Editing
  rights: Rights
}

/** The field that ends each reason; the index follows by itself. */
const reasonFields = {
  hidden: 'isActive',
  noPrice: 'price',
  noPicture: 'images',
  nameMissing: undefined,
  notYet: 'showAt',
  ended: 'hideAt',
  notIndexedYet: undefined,
} as const

/** Why the shop does not show the product, with a way to each field. */
export function Reasons({ editing: { state, shown }, rights, onField }: PartProps & { onField: (field: FieldName) => void }) {
  const { t } = useTranslation()
  const { reasons } = state.record
  if (reasons.length === 0) return null
  const emptyName = languages.map((language) => textField('name', language)).find((field) => shown[field].trim() === '')
  return (
    <Block title={t('PRODUCT.WHY_NOT')}>
      <ul className={styles.reasons}>
        {reasons.map((reason) => {
          const field = reason === 'nameMissing' ? emptyName : reasonFields[reason]
          const may = reason === 'noPicture' || reason === 'nameMissing' ? rights.mayText : rights.mayPrice
          return (
            <li key={reason}>
              <Status tone="amber" isFilled={false}>
                {t(reasonTexts[reason])}
              </Status>
              {field !== undefined && may && (
                <LinkButton className="push" aria-label={`${t(reasonTexts[reason])}: ${t('PRODUCT.GO')}`} onClick={() => onField(field)}>
                  {t('PRODUCT.GO')}
                </LinkButton>
              )}
            </li>
          )
        })}
      </ul>
    </Block>
  )
}

/** The card of the product as the shop draws it, with the first line of its measures, in one of its languages. */
export function Preview({ editing: { shown } }: { editing: Editing }) {
  const { t } = useTranslation()
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const text = (name: 'name' | 'externalMeasurement') => shown[textField(name, language)].trim() || shown[textField(name, 'az')].trim()
  const price = parseAmount(shown.price) ?? 0
  const discount = parseWhole(shown.discount, 0, 99) ?? 0
  const [picture] = shown.images
  return (
    <section aria-label={t('PRODUCT.PREVIEW')}>
      <p className={styles.previewHead}>
        {t('PRODUCT.PREVIEW')}
        <span className="push">
          <Segment
            label={t('PRODUCT.LANGUAGE')}
            value={language}
            options={languages.map((value) => ({ value, text: value.toUpperCase() }))}
            onPick={setLanguage}
          />
        </span>
      </p>
      <div className={styles.card} lang={language}>
        {picture === undefined || picture.imageUrl === '' ? (
          <Thumbnail size="small" image={null} />
        ) : (
          <img src={picture.imageUrl} alt="" width={112} height={140} style={{ objectPosition: objectPosition(picture) }} />
        )}
        <div>
          <p className={styles.cardName}>{text('name')}</p>
          <p className="dim small">{text('externalMeasurement').split('\n')[0]}</p>
          <p className={styles.cardPrice}>{formatWithCode(discountedQepik(price, discount), language)}</p>
          {discount > 0 && (
            <p className="small">
              <s className="dim">{formatWithCode(price, language)}</s> <Percent>{formatDiscount(discount)}</Percent>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

/** The price, the discount, and what the customer pays now and paid before. */
export function PriceBlock({ editing, rights: { mayPrice } }: PartProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { shown, store, errorOf, state } = editing
  const { record: product } = state
  const price = parseAmount(shown.price)
  const discount = parseWhole(shown.discount === '' ? '0' : shown.discount, 0, 99)
  const { previousPrice } = product
  return (
    <Block title={t('PRODUCT.PRICE')} aside={<LinkButton onClick={() => setOpen(true)}>{t('PRODUCT.HISTORY')}</LinkButton>}>
      {mayPrice ? (
        <div className={styles.pair}>
          <div className={parts.marked}>
            <Field
              name="price"
              label={`${t('PRODUCT.CATALOGUE')}, ₼`}
              inputMode="decimal"
              autoComplete="off"
              value={shown.price}
              error={errorOf('price')}
              hint={understood(shown.price, language)}
              onChange={({ target }) => store.change('price', target.value)}
            />
            <ChangeMark editing={editing} field="price" />
          </div>
          <div className={parts.marked}>
            <Field
              name="discount"
              label={`${t('PRODUCT.DISCOUNT')}, %`}
              inputMode="numeric"
              autoComplete="off"
              value={shown.discount}
              error={errorOf('discount')}
              onChange={({ target }) => store.change('discount', target.value)}
            />
            <ChangeMark editing={editing} field="discount" />
          </div>
        </div>
      ) : (
        <Facts>
          <Fact label={t('PRODUCT.CATALOGUE')}>{formatWithSign(toQepik(product.price), language)}</Fact>
          <Fact label={t('PRODUCT.DISCOUNT')}>{product.discount} %</Fact>
        </Facts>
      )}
      <p className={`${styles.pays ?? ''} dim small`}>
        {price !== null && discount !== null && (
          <>
            {t('PRODUCT.PAYS')} <b className={styles.ink}>{formatWithSign(discountedQepik(price, discount), language)}</b>
          </>
        )}
        {previousPrice !== null && (
          <>
            {price !== null && discount !== null && ', '}
            {t('PRODUCT.PAID_BEFORE', {
              price: formatWithSign(toQepik(previousPrice.discountedPrice), language),
              day: formatShortDay(previousPrice.until, language),
            })}
          </>
        )}
      </p>
      {isOpen && <PricesDialog code={product.code} onClose={() => setOpen(false)} />}
    </Block>
  )
}

const shownMoves = 3

/** The pieces that are there, and the last moves. */
export function StockBlock({ editing, rights: { mayStock, mayPrice } }: PartProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [adding, setAdding] = useState<1 | -1 | null>(null)
  const { shown, store, errorOf, state } = editing
  const { record: product } = state
  const { code, stockQuantity, reserved, soldIn30Days } = product
  const moves = useQuery({ ...query('/desk/products/{code}/stock', { path: { code }, query: { limit: shownMoves } }), enabled: mayStock })
  return (
    <Block title={t('PRODUCT.STOCK')} aside={mayStock && <TextLink href={`${productPath(code)}/stock`}>{t('PRODUCT.HISTORY')}</TextLink>}>
      <div className={styles.stock}>
        <span className={styles.figure}>{stockQuantity ?? '–'}</span>
        {mayStock && stockQuantity !== null && (
          <span className={styles.steps}>
            <IconButton variant="secondary" size="small" label={t('STOCK.TAKE')} onClick={() => setAdding(-1)}>
              <Minus size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
            <IconButton variant="secondary" size="small" label={t('STOCK.ADD')} onClick={() => setAdding(1)}>
              <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </span>
        )}
        <span className={`${styles.around ?? ''} dim small`}>
          {stockQuantity === null ? t('QUOTE.MADE_TO_ORDER') : t('PRODUCTS.RESERVED', { count: reserved })}
          <br />
          {t('PRODUCT.SOLD', { count: soldIn30Days })}
        </span>
      </div>
      {moves.data !== undefined && moves.data.data.length > 0 && (
        <ol className={styles.moves}>
          {moves.data.data.map((move) => (
            <Move key={move.id} move={move} />
          ))}
        </ol>
      )}
      {mayPrice && stockQuantity !== null && (
        <div className={parts.marked}>
          <Field
            name="reorderAt"
            label={t('PRODUCT.REORDER_AT')}
            hint={t('PRODUCT.REORDER_HINT')}
            inputMode="numeric"
            autoComplete="off"
            value={shown.reorderAt}
            error={errorOf('reorderAt')}
            onChange={({ target }) => store.change('reorderAt', target.value)}
          />
          <ChangeMark editing={editing} field="reorderAt" />
        </div>
      )}
      {mayStock && (
        <div className={parts.marked}>
          <Check
            name="isMadeToOrder"
            checked={shown.isMadeToOrder}
            onChange={({ target }) => store.change('isMadeToOrder', target.checked)}
          >
            {t('QUOTE.MADE_TO_ORDER')}
          </Check>
          <ChangeMark editing={editing} field="isMadeToOrder" />
        </div>
      )}
      {!mayPrice && product.reorderAt !== null && (
        <p className="dim small">
          {t('PRODUCT.REORDER_AT')}: {valueText(t, 'reorderAt', product.reorderAt, language)}
        </p>
      )}
      {adding !== null && <StockDialog product={product} sign={adding} onClose={() => setAdding(null)} />}
    </Block>
  )
}

function Move({ move }: { move: StockMove }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li>
      <b>{signed(move.delta)}</b>
      <span className="cut">{moveText(t, move)}</span>
      <span className="push dim nowrap">{formatShortDay(move.at, language)}</span>
    </li>
  )
}

/** Whether and when the shop shows the product, and where it stands there. */
export function ShopBlock({ editing, rights }: PartProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { shown, store, errorOf, state } = editing
  const { record: product } = state
  const { mayPrice, mayText } = rights
  const isShown = product.reasons.length === 0
  return (
    <Block
      title={t('PRODUCTS.IN_SHOP')}
      aside={
        <Status tone={isShown ? 'emerald' : 'amber'} isFilled={isShown}>
          {t(isShown ? 'PRODUCT.SHOWN' : 'PRODUCT.NOT_SHOWN')}
        </Status>
      }
    >
      {mayPrice ? (
        <>
          <div className={parts.marked}>
            <Check name="isActive" checked={shown.isActive} onChange={({ target }) => store.change('isActive', target.checked)}>
              {t('PRODUCT.SHOW')}
            </Check>
            <ChangeMark editing={editing} field="isActive" />
            {errorOf('isActive') !== undefined && <p className="ruby small">{errorOf('isActive')}</p>}
          </div>
          <Moment field="showAt" editing={editing} />
          <Moment field="hideAt" editing={editing} />
        </>
      ) : (
        <Facts>
          {(['showAt', 'hideAt'] as const).map((field) => {
            const at = product[field]
            return (
              at !== null && (
                <Fact key={field} label={fieldLabel(t, field)}>
                  {formatShortDateTime(at, language)}
                </Fact>
              )
            )
          })}
        </Facts>
      )}
      <div className={parts.marked}>
        {mayText ? (
          <Select
            name="categoryId"
            label={t('PRODUCT.CATEGORY')}
            value={shown.categoryId}
            error={errorOf('categoryId')}
            onChange={({ target }) => store.change('categoryId', Number(target.value))}
          >
            {categories.map(({ id, text }) => (
              <option key={id} value={id}>
                {t(text)}
              </option>
            ))}
          </Select>
        ) : (
          <Facts>
            <Fact label={t('PRODUCT.CATEGORY')}>{valueText(t, 'categoryId', product.categoryId, language)}</Fact>
          </Facts>
        )}
        <ChangeMark editing={editing} field="categoryId" />
      </div>
      <OptionalFact editing={editing} field="weightGrams" mayWrite={mayText} hint={t('PRODUCT.WEIGHT_HINT')} inputMode="numeric" />
      <OptionalFact editing={editing} field="designCode" mayWrite={mayText} hint={t('PRODUCT.DESIGN_HINT')} spellCheck={false} />
      <Colours editing={editing} mayWrite={mayText} />
      <Related editing={editing} mayWrite={mayText} />
    </Block>
  )
}

interface OptionalFactProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'spellCheck'> {
  editing: Editing
  field: 'weightGrams' | 'designCode'
  mayWrite: boolean
  hint: string
}

/** A fact that a product may lack: a field for those who may write it, else the fact where there is one. */
function OptionalFact({ editing, field, mayWrite, ...input }: OptionalFactProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { shown, store, errorOf, state } = editing
  const saved = state.record[field]
  const label = fieldLabel(t, field)
  if (mayWrite) {
    return (
      <div className={parts.marked}>
        <Field
          name={field}
          label={label}
          autoComplete="off"
          value={shown[field]}
          error={errorOf(field)}
          onChange={({ target }) => store.change(field, target.value)}
          {...input}
        />
        <ChangeMark editing={editing} field={field} />
      </div>
    )
  }
  if (saved === null) return null
  return (
    <Facts>
      <Fact label={label}>{valueText(t, field, saved, language)}</Fact>
    </Facts>
  )
}
