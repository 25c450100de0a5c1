import { PenLine, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ApiError } from '@shared/api/error'
import { AttemptKeys } from '@shared/api/attempt'
import { dateInBaku } from '@shared/dates'
import { languageNames, languages, type Language } from '@shared/language'
import { call } from '@desk/api/client'
import { useMe } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { Field, Select } from '@shared/components/Field'
import { classes } from '@shared/components/classes'
import { freeLine, type Errors } from '@desk/components/lines/line'
import { LineRows } from '@desk/components/lines/LineRows'
import { LineTable } from '@desk/components/lines/LineTable'
import shortage from '@desk/components/lines/Lines.module.css'
import { ProductPicker } from '@desk/components/lines/ProductPicker'
import { Sums } from '@desk/components/lines/Sums'
import { useLines } from '@desk/components/lines/use-lines'
import { DayField, TimeField } from '@desk/components/DayField'
import { Block, Note } from '@desk/components/Parts'
import { KnownCustomer } from '@desk/components/KnownCustomer'
import { Screen } from '@desk/components/Screen'
import { useLanguage } from '@desk/i18n/language'
import { dropDraft, useDraft } from '@desk/lib/drafts'
import { errorText, keyText } from '@desk/lib/errors'
import { isCommand } from '@desk/lib/keys'
import { keepOrder, orderPath, orderSourceTexts } from '@desk/lib/orders'
import { understood } from '@desk/lib/understood'
import { usePhone } from '@desk/lib/use-phone'
import { useNow } from '@desk/lib/use-now'
import {
  checkOrder,
  emptyOrder,
  handOvers,
  handSources,
  hasStock,
  readOrder,
  refusedOrder,
  sumsOf,
  type HandOver,
  type HandSource,
  type OrderDraft,
} from './draft'
import styles from './NewOrder.module.css'

const handOverTexts = { later: 'OFFERS.HAND_OVER_LATER', delivery: 'OFFERS.HAND_OVER_DELIVERY', pickup: 'OFFERS.HAND_OVER_PICKUP' } as const

/** An order of somebody who came into the shop, called or wrote. What is typed survives a reload. */
export default function NewOrderScreen() {
  const { t } = useTranslation()
  const today = dateInBaku(useNow())
  const me = useMe()
  const language = useLanguage()
  const isPhone = usePhone()
  const [, navigate] = useLocation()
  const draftName = `${me.id}.new-order`
  const [kept, keep] = useDraft(draftName)
  const draft = readOrder(kept) ?? emptyOrder(language)
  const [keys] = useState(() => new AttemptKeys())
  /** Refusal of the last attempt; any change clears it. */
  const [refused, setRefused] = useState<Errors>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [openLine, setOpenLine] = useState<string | null>(null)
  const phone = useRef<HTMLInputElement>(null)
  const firstName = useRef<HTMLInputElement>(null)
  const source = useRef<HTMLSelectElement>(null)
  // An order begins with the telephone.
  useEffect(() => phone.current?.focus(), [])

  const change = (changed: Partial<OrderDraft>) => {
    setRefused({})
    setFailure(null)
    keep(JSON.stringify({ ...draft, ...changed }))
  }
  const { errors: found, body } = checkOrder(draft, today)
  const errors: Errors = { ...(isTried && found), ...refused }
  const editing = useLines(draft.lines, errors, (next) => change(next(draft)))
  const sums = sumsOf(draft)
  const textOf = (name: string) => {
    const key = errors[name]
    return key === undefined ? undefined : (keyText(t, key) ?? t('ERRORS.INVALID'))
  }
  type TextField = Exclude<keyof OrderDraft, 'lines' | 'madeToOrder' | 'source' | 'language' | 'handOver'>
  const text = (name: TextField) => ({
    value: draft[name],
    error: textOf(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const picked = (name: 'on' | 'from' | 'to') => ({
    value: draft[name],
    error: textOf(name),
    onValue: (value: string) => change({ [name]: value }),
  })
  const addFree = () => {
    const line = freeLine()
    editing.add(line)
    if (isPhone) setOpenLine(line.key)
  }
  const send = async () => {
    setTried(true)
    if (body === null || isBusy) return
    setBusy(true)
    try {
      const order = await call('POST', '/desk/orders', { body, key: keys.keyFor(body) })
      keys.finish()
      keepOrder(order)
      dropDraft(draftName)
      navigate(orderPath(order.orderNumber), { replace: true })
    } catch (error) {
      if (error instanceof ApiError) setRefused(refusedOrder(draft, error.errors))
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isCommand(event, 'enter')) {
      event.preventDefault()
      void send()
    }
  }
  const shortLines = draft.lines.filter(hasStock)

  return (
    <Screen
      title={t('NEW_ORDER.TITLE')}
      actions={
        <Button variant="primary" busy={isBusy} onClick={() => void send()}>
          {t('NEW_ORDER.CREATE')}
        </Button>
      }
    >
      {/* The keys work from each field; the button does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.columns} onKeyDown={onKeyDown}>
        {failure !== null && (
          <Note tone="ruby" role="alert" className={styles.failure}>
            {errorText(t, failure)}
          </Note>
        )}
        <div className={styles.side}>
          <Block title={t('QUOTE.CUSTOMER')} className={styles.who}>
            <KnownCustomer
              {...text('phone')}
              ref={phone}
              phone={draft.phone}
              maxLength={30}
              onKnown={({ language: spoken, ...known }) => {
                change({ ...known, ...(spoken !== null && { language: spoken }) })
                source.current?.focus()
              }}
              onNew={() => firstName.current?.focus()}
            />
            <div className={styles.pair}>
              <Field ref={firstName} {...text('firstName')} label={t('COMMON.NAME')} maxLength={100} />
              <Field {...text('lastName')} label={t('COMMON.LASTNAME')} maxLength={100} />
              <Field {...text('email')} type="email" label={t('COMMON.EMAIL')} maxLength={254} />
              <Select
                ref={source}
                label={t('QUOTE.SOURCE')}
                value={draft.source}
                onChange={({ target }) => change({ source: target.value as HandSource })}
              >
                {handSources.map((name) => (
                  <option key={name} value={name}>
                    {t(orderSourceTexts[name])}
                  </option>
                ))}
              </Select>
              <Select
                label={t('QUOTE.CUSTOMER_LANGUAGE')}
                value={draft.language}
                onChange={({ target }) => change({ language: target.value as Language })}
              >
                {languages.map((name) => (
                  <option key={name} value={name}>
                    {languageNames[name]}
                  </option>
                ))}
              </Select>
            </div>
          </Block>
          <Block title={t('OFFERS.LINES')}>
            {draft.lines.length === 0 ? (
              <p className={errors.lines === undefined ? 'dim' : 'ruby'}>{t('OFFERS.EMPTY')}</p>
            ) : isPhone ? (
              <LineRows editing={editing} contentLanguage={draft.language} open={openLine} onOpen={setOpenLine} />
            ) : (
              <LineTable editing={editing} contentLanguage={draft.language} />
            )}
            <div className={styles.adding}>
              <Button size="small" disabled={!editing.canAdd} onClick={() => setPicking(true)}>
                <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
                {t('OFFERS.FROM_CATALOG')}
              </Button>
              <Button size="small" disabled={!editing.canAdd} onClick={addFree}>
                <PenLine size={16} strokeWidth={1.5} aria-hidden="true" />
                {t('OFFERS.ADD_FREE')}
              </Button>
            </div>
            {shortLines.length > 0 && (
              <fieldset className={classes(shortage.stock, styles.stock)}>
                <legend>{t('NEW_ORDER.STOCK')}</legend>
                {shortLines.map((line) => (
                  <div key={line.key} className={shortage.stockLine}>
                    <span>
                      <span lang={draft.language}>{line.name}</span>{' '}
                      {textOf(`${line.key}.line`) !== undefined && <small className="ruby">{textOf(`${line.key}.line`)}</small>}
                    </span>
                    <Select
                      label={t('OFFERS.CHOICE_OF', { name: line.name })}
                      isLabelHidden
                      value={draft.madeToOrder.includes(line.key) ? 'made' : 'stock'}
                      onChange={({ target }) => {
                        const others = draft.madeToOrder.filter((key) => key !== line.key)
                        change({ madeToOrder: target.value === 'made' ? [...others, line.key] : others })
                      }}
                    >
                      <option value="stock">{t('OFFERS.CHOICE_STOCK')}</option>
                      <option value="made">{t('OFFERS.CHOICE_MADE')}</option>
                    </Select>
                  </div>
                ))}
              </fieldset>
            )}
            <Sums {...sums} />
          </Block>
        </div>
        <div className={styles.side}>
          <Block title={t('ORDER.DELIVERY')}>
            <div className={styles.pair}>
              <Field {...text('address')} label={t('OFFERS.ADDRESS')} maxLength={200} />
              <Field {...text('city')} label={t('OFFERS.CITY')} maxLength={100} />
              <Select
                label={t('OFFERS.HAND_OVER')}
                value={draft.handOver}
                onChange={({ target }) => change({ handOver: target.value as HandOver })}
              >
                {handOvers.map((name) => (
                  <option key={name} value={name}>
                    {t(handOverTexts[name])}
                  </option>
                ))}
              </Select>
              <Field
                {...text('deliveryPrice')}
                label={`${t('OFFERS.DELIVERY_PRICE')}, ₼`}
                inputMode="decimal"
                hint={understood(draft.deliveryPrice, language)}
              />
              {draft.handOver !== 'later' && (
                <div className={styles.when}>
                  <DayField {...picked('on')} label={t('FOLLOW_UP.DAY')} min={today} />
                  <TimeField {...picked('from')} label={t('OFFERS.TIME_FROM')} />
                  <TimeField {...picked('to')} label={t('OFFERS.TIME_TO')} />
                </div>
              )}
            </div>
          </Block>
        </div>
      </div>
      {isPicking && (
        <ProductPicker
          contentLanguage={draft.language}
          canAdd={editing.canAdd}
          onPick={(line) => editing.add(line)}
          onClose={() => setPicking(false)}
        />
      )}
    </Screen>
  )
}
