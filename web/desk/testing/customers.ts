import type { Customer, CustomerRow } from '@desk/api/records'
import { inMinutes, makeRows, marina, nigarAsPerson } from './fixtures'
import { makeOrder } from './orders'

// Invented people, numbers and sums.

export const raufId = '01936b2e-7c00-7000-8000-000000000501'

export const makeCustomerRow = (changes: Partial<CustomerRow> = {}): CustomerRow => ({
  id: raufId,
  name: 'Rauf Nümunəyev',
  phone: '+994500001122',
  email: 'rauf@example.com',
  unproven: [],
  missing: [],
  language: 'ru',
  userId: null,
  lastContactAt: inMinutes(-90),
  quotesCount: 2,
  ordersCount: 1,
  ordersTotal: 1062.12,
  isWiped: false,
  version: 2,
  changedBy: null,
  changedAt: inMinutes(-90),
  ...changes,
})

/** A customer with two phones, a quote, an order and an account with a discount below the public one. */
export const makeCustomer = (changes: Partial<Customer> = {}): Customer => ({
  ...makeCustomerRow({ userId: '01936b2e-7c00-7000-8000-000000000601' }),
  merges: [],
  phones: ['+994500001122', '+994500001133'],
  emails: ['rauf@example.com'],
  note: '',
  discount: 5,
  isDiscountWorse: true,
  addresses: [
    {
      firstName: 'Rauf',
      lastName: 'Nümunəyev',
      email: 'rauf@example.com',
      phone: '+994500001122',
      address: 'Nümunə küçəsi 12',
      city: 'Bakı',
      state: '',
      postalCode: 'AZ1000',
      country: 'Azerbaijan',
    },
  ],
  quotes: makeRows().filter(({ number }) => number === marina),
  orders: [makeOrder()],
  timeline: [
    { id: 'c1', number: marina, at: inMinutes(-900), kind: 'created', actor: null, text: '', former: [], detail: { source: 'website' } },
    {
      id: 'c2',
      number: marina,
      at: inMinutes(-90),
      kind: 'contact',
      actor: nigarAsPerson,
      text: 'Ölçünü göndərəcək',
      former: [],
      detail: { channel: 'call', direction: 'out', outcome: 'talked', minutes: null },
    },
  ],
  ...changes,
})
