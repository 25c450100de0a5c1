import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ApiError, hasKey } from '@shared/api/error'
import { dateInBaku } from '@shared/dates'
import { optional, optionalName, personName, required } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import type { Offer, Quote } from '@desk/api/records'
import { Field, Select } from '@shared/components/Field'
import { DayField, TimeField } from '@desk/components/DayField'
import { FormDialog } from '@desk/components/FormDialog'
import { TextLink } from '@desk/components/Links'
import { Note } from '@desk/components/Parts'
import shortage from '@desk/components/lines/Lines.module.css'
import { useCustomer } from '@desk/lib/customers'
import { keyText } from '@desk/lib/errors'
import { useServerForm } from '@desk/lib/forms'
import { keepOffer } from '@desk/lib/offers'
import { useNow } from '@desk/lib/use-now'
import styles from './Offer.module.css'

const handOvers = ['later', 'delivery', 'pickup'] as const

const schema = z
  .object({
    firstName: personName(1),
    lastName: optionalName(),
    phone: required(30),
    email: optional(254),
    address: optional(200),
    city: optional(100),
    handOver: z.enum(handOvers),
    on: z.string(),
    from: z.string(),
    to: z.string(),
  })
  .check(
    z.refine((values) => values.handOver !== 'delivery' || values.address !== '', { error: 'FIELD.REQUIRED', path: ['address'] }),
    z.refine((values) => values.handOver !== 'delivery' || values.city !== '', { error: 'FIELD.REQUIRED', path: ['city'] }),
    z.refine((values) => (values.from === '') === (values.to === ''), { error: 'FIELD.REQUIRED', path: ['to'] }),
  )

/** Fate of a line: delivered from stock, made to order, or not ordered. */
type LineChoice = 'stock' | 'made' | 'out'

interface OrderDialogProps {
  offer: Offer
  quote: Quote | undefined
  onClose: () => void
  onMade: (orderNumber: string) => void
}

/** Makes an order of an accepted offer. One order an offer: a second press answers the first one. */
export function OrderDialog({ offer, quote, onClose, onMade }: OrderDialogProps) {
  const { t } = useTranslation()
  const today = dateInBaku(useNow())
  const [choices, setChoices] = useState<Readonly<Record<string, LineChoice>>>({})
  /** Error keys of lines by their ids. */
  const [short, setShort] = useState<Readonly<Record<string, string>>>({})
  const [isUnmeasured, setUnmeasured] = useState(false)
  const customerId = quote?.customer.id ?? null
  const known = useCustomer(customerId).data?.addresses ?? []
  const { form, field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      firstName: quote?.customer.name ?? '',
      lastName: quote?.customer.surname ?? '',
      phone: quote?.customer.phone ?? '',
      email: quote?.customer.email ?? '',
      address: offer.wishAddress ?? '',
      city: '',
      handOver: offer.wishAddress === null ? 'later' : 'delivery',
      on: '',
      from: '',
      to: '',
    },
  })
  useEffect(() => {
    // The dialog gives its first field the focus before.
    const frame = requestAnimationFrame(() => {
      const missing = (['firstName', 'phone', 'address', 'city'] as const).find((name) => form.getValues(name) === '')
      if (missing !== undefined) form.setFocus(missing)
    })
    return () => cancelAnimationFrame(frame)
  }, [form])
  const handOver = form.watch('handOver')
  const picked = (name: 'on' | 'from' | 'to') => ({
    value: form.watch(name),
    error: field(name).error,
    onValue: (value: string) => form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  })
  // A line in another size takes no standard piece from stock.
  const choiceOf = ({ id, isMadeToOrder }: Offer['lines'][number]): LineChoice => choices[id] ?? (isMadeToOrder ? 'made' : 'stock')
  const withChoice = (choice: LineChoice) => offer.lines.filter((line) => choiceOf(line) === choice).map(({ id }) => id)

  const send = submit(async ({ handOver, on, from, to, ...address }, keyFor) => {
    setShort({})
    setUnmeasured(false)
    const body = {
      offerId: offer.id,
      shippingAddress: { ...address, state: '', postalCode: '' },
      billingAddress: null,
      delivery:
        handOver === 'later'
          ? null
          : {
              method: handOver,
              on: on === '' ? null : on,
              from: from === '' ? null : from,
              to: to === '' ? null : to,
              crew: '',
              note: '',
              notify: false,
            },
      madeToOrder: withChoice('made'),
      leaveOut: withChoice('out'),
    }
    try {
      const { orderNumber } = await call('POST', '/desk/orders', { body, key: keyFor(body) })
      keepOffer({ ...offer, orderNumber })
      onMade(orderNumber)
    } catch (error) {
      if (error instanceof ApiError) setShort(shortLines(offer, error))
      setUnmeasured(hasKey(error, 'DESIGN.NOT_MEASURED'))
      throw error
    }
  })
  const fill = (at: string) => {
    const picked = known[Number(at)]
    if (at === '' || picked === undefined) return
    for (const name of ['firstName', 'lastName', 'phone', 'email', 'address', 'city'] as const) {
      if (picked[name] !== '') form.setValue(name, picked[name], { shouldValidate: true })
    }
  }
  const hasShort = Object.keys(short).length > 0
  return (
    <FormDialog
      size="wide"
      title={t('OFFERS.CREATE_ORDER')}
      description={t('OFFERS.ORDER_TEXT')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('OFFERS.CREATE_ORDER')}
      isBusy={isBusy}
      failure={isUnmeasured ? undefined : hasShort ? t('OFFERS.SHORT') : failureText}
    >
      {isUnmeasured && (
        <Note tone="ruby" role="alert">
          {t('DESIGNED.NOT_MEASURED_ORDER')} <TextLink href={`/quotes/${offer.quoteNumber}`}>{t('DESIGNED.MEASURE')}</TextLink>
        </Note>
      )}
      {known.length > 0 && (
        <Select label={t('OFFERS.EARLIER_ADDRESSES')} onChange={({ target }) => fill(target.value)}>
          <option value="">–</option>
          {known.map((one, at) => (
            // Addresses have no ids.
            <option key={at} value={at}>
              {[one.firstName, one.lastName, one.address, one.city].filter((part) => part !== '').join(', ')}
            </option>
          ))}
        </Select>
      )}
      <div className={styles.pair}>
        <Field {...field('firstName')} label={t('COMMON.NAME')} />
        <Field {...field('lastName')} label={t('COMMON.LASTNAME')} />
        <Field {...field('phone')} type="tel" label={t('COMMON.PHONE')} />
        <Field {...field('email')} type="email" label={t('COMMON.EMAIL')} />
        <Field {...field('address')} label={t('OFFERS.ADDRESS')} />
        <Field {...field('city')} label={t('OFFERS.CITY')} />
        <Select {...field('handOver')} label={t('OFFERS.HAND_OVER')}>
          <option value="later">{t('OFFERS.HAND_OVER_LATER')}</option>
          <option value="delivery">{t('OFFERS.HAND_OVER_DELIVERY')}</option>
          <option value="pickup">{t('OFFERS.HAND_OVER_PICKUP')}</option>
        </Select>
        {handOver !== 'later' && (
          <div className={styles.when}>
            <DayField {...picked('on')} label={t('FOLLOW_UP.DAY')} min={today} />
            <TimeField {...picked('from')} label={t('OFFERS.TIME_FROM')} />
            <TimeField {...picked('to')} label={t('OFFERS.TIME_TO')} />
          </div>
        )}
      </div>
      <fieldset className={shortage.stock}>
        <legend>{t('OFFERS.LINES')}</legend>
        {offer.lines.map((line) => (
          <div key={line.id} className={shortage.stockLine}>
            <span>
              <span lang={offer.language}>{line.name}</span> <span className="dim">× {line.quantity}</span>
              {short[line.id] !== undefined && <small className="ruby"> {keyText(t, short[line.id] ?? '') ?? t('ERRORS.INVALID')}</small>}
            </span>
            <Select
              label={t('OFFERS.CHOICE_OF', { name: line.name })}
              isLabelHidden
              value={choiceOf(line)}
              onChange={({ target }) => setChoices({ ...choices, [line.id]: target.value as LineChoice })}
            >
              {!line.isMadeToOrder && (
                <option value="stock">{t(line.productId === null ? 'OFFERS.CHOICE_KEEP' : 'OFFERS.CHOICE_STOCK')}</option>
              )}
              {(line.productId !== null || line.isMadeToOrder) && <option value="made">{t('OFFERS.CHOICE_MADE')}</option>}
              <option value="out">{t('OFFERS.CHOICE_OUT')}</option>
            </Select>
          </div>
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** The lines that a refusal names by their places in the offer, by their ids. */
function shortLines(offer: Offer, { errors }: ApiError): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, key]) => {
      const at = /^lines\[(\d+)\]/.exec(name)?.[1]
      const line = at === undefined ? undefined : offer.lines[Number(at)]
      return line === undefined ? [] : [[line.id, key] as const]
    }),
  )
}
