import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Query } from '@shared/query/use-query'
import { Button } from '@shared/components/Button'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Field } from '@shared/components/Field'
import { SignPrice } from '@/components/PriceBlock'
import { PrivacyNote } from '@/components/forms/PrivacyNote'
import type { Address, Details } from '@/lib/api/types'
import { cartTotal, type CartLine } from '@/lib/cart/lines'
import { useMergeState } from '@/lib/cart/state'
import { useCartBusy } from '@/lib/cart/edit/mutation'
import { useServerForm } from '@/lib/forms/forms'
import { AddressChoice } from './AddressChoice'
import styles from './CheckoutForm.module.css'
import { CheckoutProblem } from './CheckoutProblem'
import { CheckoutSummary } from './CheckoutSummary'
import { fillEmpty, useLatePrefill } from './late-prefill'
import { defaultAddress, emptyValues, isAddressEmpty, valuesOfAddress, type CheckoutValues } from './prefill'
import { checkoutLabels, checkoutSchema } from './schema'
import { usePlaceOrder, type CheckoutEnd } from './use-place-order'

interface CheckoutFormProps {
  lines: readonly CartLine[]
  details: Query<Details>
  addresses: Query<Address[]>
  /** Called if nothing is left to order. */
  onEnd: (end: CheckoutEnd) => void
}

const attributes = {
  firstName: { autoComplete: 'given-name', maxLength: 100 },
  lastName: { autoComplete: 'family-name', maxLength: 100 },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  address: { autoComplete: 'street-address', maxLength: 200 },
  city: { autoComplete: 'address-level2', maxLength: 200 },
  state: { autoComplete: 'address-level1', maxLength: 200 },
  postalCode: { autoComplete: 'postal-code', maxLength: 200 },
} as const

export default function CheckoutForm({ lines, details, addresses, onEnd }: CheckoutFormProps) {
  const { t } = useTranslation()
  const hintId = useId()
  const saved = addresses.data ?? []
  const cartBusy = useCartBusy()
  const merged = useMergeState(({ status }) => status === 'idle')
  const [first] = useState(() => defaultAddress(saved))
  const [chosen, setChosen] = useState<string | null>(first?.id ?? null)
  const { form, field, markErrors, submit, summary, isBusy } = useServerForm({
    schema: checkoutSchema,
    labels: checkoutLabels,
    draft: 'checkout',
    defaultValues: {
      ...emptyValues,
      firstName: details.data?.name ?? '',
      lastName: details.data?.lastname ?? '',
      email: details.data?.email ?? '',
      ...(first !== undefined && valuesOfAddress(first)),
    },
  })
  const { isValid } = form.formState
  const { placeOrder, problem } = usePlaceOrder(markErrors, onEnd)

  const { trigger } = form
  useLatePrefill(details.data, ({ name, lastname, email }) => {
    fillEmpty(form, { firstName: name, lastName: lastname, email })
  })
  useLatePrefill(addresses.data, (loaded) => {
    const address = defaultAddress(loaded)
    if (address === undefined || !isAddressEmpty(form.getValues())) return
    setChosen(address.id)
    fillEmpty(form, valuesOfAddress(address))
    void trigger()
  })
  useEffect(() => {
    // Shows which fields the saved address leaves empty: the button is disabled until they are filled.
    if (first !== undefined) void trigger()
  }, [first, trigger])

  const choose = (address: Address | null) => {
    setChosen(address?.id ?? null)
    const { address: street, city, state, postalCode } = emptyValues
    const filled = address === null ? { address: street, city, state, postalCode } : valuesOfAddress(address)
    form.reset({ ...form.getValues(), ...filled })
    if (address !== null) void trigger()
  }

  const input = (name: keyof CheckoutValues) => <Field {...field(name)} {...attributes[name]} />
  const orderable = merged && lines.length > 0 && lines.every(({ sold }) => sold)

  return (
    <div className={styles.columns}>
      <div className={styles.summary}>
        <CheckoutSummary lines={lines} />
      </div>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(placeOrder)(event)}>
        <CheckoutProblem {...summary('')} problem={problem} />
        <section className={styles.group} aria-labelledby={`${hintId}-contacts`}>
          <h2 id={`${hintId}-contacts`} className={styles.heading}>
            {t('CHECKOUT.CONTACTS')}
          </h2>
          {details.error !== null && <ErrorPane text={t('ACCOUNT.DETAILS.LOAD_ERROR')} onRetry={() => void details.refetch()} />}
          <div className={styles.pair}>
            {input('firstName')}
            {input('lastName')}
            {input('email')}
            {input('phone')}
          </div>
        </section>
        <section className={styles.group} aria-labelledby={`${hintId}-delivery`}>
          <h2 id={`${hintId}-delivery`} className={styles.heading}>
            {t('CHECKOUT.DELIVERY')}
          </h2>
          {addresses.error !== null && <ErrorPane text={t('CHECKOUT.ADDRESSES_ERROR')} onRetry={() => void addresses.refetch()} />}
          {saved.length > 0 && <AddressChoice addresses={saved} chosen={chosen} onChoose={choose} />}
          {input('address')}
          <div className={styles.twoColumns}>
            {input('city')}
            {input('state')}
            {input('postalCode')}
            <Field label={t('FORM.COUNTRY')} value={t('FORM.AZERBAIJAN')} readOnly autoComplete="country-name" />
          </div>
        </section>
        <p className={styles.note}>{t('CHECKOUT.NO_PAYMENT')}</p>
        <p className={styles.total}>
          <span>{t('CHECKOUT.TOTAL')}</span>
          <span className="figures">
            <SignPrice amount={cartTotal(lines)} />
          </span>
        </p>
        <PrivacyNote />
        <div className={styles.send}>
          <Button
            variant="primary"
            type="submit"
            className={styles.button}
            disabled={!isValid || !orderable || cartBusy}
            aria-describedby={isValid ? undefined : hintId}
            busyLabel={isBusy ? t('CHECKOUT.PROCESSING') : undefined}
          >
            {t('CHECKOUT.COMPLETE')}
          </Button>
          {!isValid && (
            <p id={hintId} className={styles.hint}>
              {t('CHECKOUT.FILL_IN')}
            </p>
          )}
        </div>
      </form>
    </div>
  )
}
