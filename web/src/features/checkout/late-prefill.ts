import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CheckoutValues } from './prefill'

/** Fills the fields that are still empty: what the customer has typed stays. */
export function fillEmpty(form: UseFormReturn<CheckoutValues>, values: Partial<CheckoutValues>): void {
  for (const name of Object.keys(values) as (keyof CheckoutValues)[]) {
    if (form.getValues(name).trim() === '') form.setValue(name, values[name] ?? '', { shouldValidate: true })
  }
}

/** Calls `fill` once with data of the account that were missing when the form was opened and loaded after a retry. */
export function useLatePrefill<Data>(data: Data | undefined, fill: (data: Data) => void): void {
  const isMissing = useRef(data === undefined)
  useEffect(() => {
    if (data === undefined || !isMissing.current) return
    isMissing.current = false
    fill(data)
  })
}
