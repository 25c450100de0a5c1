import { http, type HttpHandler } from 'msw'
import { permissionValues } from '@shared/api/schema'
import type { Me } from '@desk/api/records'
import { fakeContent } from './content'
import { makeCustomer, makeCustomerRow } from './customers'
import { activity, inMinutes, marina, nigarAsPerson, rashad, tural } from './fixtures'
import { base, fakeDesk, list, ok } from './handlers'
import { fakeImports, makeImport } from './imports'
import { designCode, makeCosts, makeDesignedLine, makeLabels, makeWorkshopSheet } from './designs'
import { draftId, makeOffer, sentOffer } from './offers'
import { makeOrder } from './orders'
import { dearerCells, fakePriceBooks, makeDraft, makePriceBook } from './price-books'
import { fakeCatalog, makeProduct, makeProducts } from './products'

// Invented people, numbers and sums.

/** A piece of the longest kind that the catalogue has. */
const longName = 'Divardan divara sürüşən güzgülü palıd qarderob şkafı, altı qapılı, işıqlandırma ilə'

const line = { code: 'SK-101', name: longName, detail: '285 × 60 × 240,5 cm, oiled oak', imageUrl: null, quantity: 1, isPicked: true }

const orders = [
  makeOrder(),
  makeOrder({ orderNumber: 'SB-9T3XW0QA', status: 'Pending', delivery: null, paymentStatus: 'Pending', paidAmount: 0, balance: 1062.12 }),
  makeOrder({ orderNumber: 'SB-2F8K61PD', status: 'Completed', source: 'offer', totalAmount: 128_450.5, assignee: rashad }),
]

const paper = {
  orderNumber: orders[0]?.orderNumber,
  orderDate: orders[0]?.orderDate,
  status: 'Processing',
  customerName: 'Rauf Nümunəyev-Məmmədzadə',
  delivery: orders[0]?.delivery,
  printedAt: inMinutes(0),
  printedBy: rashad,
  company: ['Şəbəkə MMC', 'VÖEN 1234567890', '+994 12 404 00 00'],
}

const counts = { new: 1204, changed: 8310, unchanged: 12, refused: 2, kept: 1 }

/** One import at each step that a person sees. */
const imports = [
  makeImport({ name: 'qış-kampaniyası-bütün-məhsullar-və-qiymətlər-2026.csv' }),
  makeImport({ id: 'ready', name: 'mehsullar.xlsx', source: 'own', state: 'ready', rows: 9528, counts }),
  makeImport({ id: 'applied', state: 'applied', rows: 9528, counts, undoUntil: inMinutes(40_000) }),
  makeImport({ id: 'failed', source: 'other', state: 'failed', reason: 'IMPORT.FAILED', counts, undoUntil: inMinutes(40_000) }),
]

const view = { filter: 'q=qapı', columns: [], isShared: false, owner: nigarAsPerson, version: 1, changedAt: inMinutes(-60) }

const letter = {
  service: 'notification',
  id: '01936b2e-7c00-7000-8000-000000000901',
  subject: 'storefront.order.status_changed',
  consumer: 'notification-order-mails',
  reason: 'rejected: the order of the event has no customer any more',
  at: inMinutes(-60),
}

export const paths = {
  quote: `/quotes/${marina}`,
  /** Another outline than that of the piece in the quote. */
  changedDesign: `/quotes/${marina}/design/4?from=${designCode}#EBAAQpaqPJsAAAAwEAAgSAAqEAAqEAAgiPBB`,
  draft: `/quotes/${marina}/offer/${draftId}`,
  sent: `/quotes/${marina}/offer/sent`,
  order: `/orders/${orders[0]?.orderNumber ?? ''}`,
  product: '/products/SK-101',
  hiddenProduct: '/products/SK-140',
  imports: '/products/imports',
  importMapping: `/products/imports/${imports[0]?.id ?? ''}`,
  importReady: '/products/imports/ready',
  importApplied: '/products/imports/applied',
  importFailed: '/products/imports/failed',
  customer: `/customers/${makeCustomer().id}`,
  priceBook: '/price-book',
  pastPriceBook: '/price-book/1',
}

/** Answers each screen of the desk for an owner with every permission who reads a language. */
export function everything(language: Me['language']): HttpHandler[] {
  const me: Me = { ...tural, language, permissions: [...permissionValues] }
  const { state, handlers } = fakeDesk(me)
  state.views = [
    { ...view, id: 'v1', name: 'Sabah çatdırılanlar', isShared: true },
    { ...view, id: 'v2', name: 'Ödənişi gözləyən böyük sifarişlər, Nizami salonu', filter: 'q=Rauf' },
  ]
  const sent = sentOffer('accepted', { id: 'sent', number: 'ST-5A2B3C4D', decidedAt: inMinutes(-20), decidedVia: 'link' })
  state.offers.set(sent.id, sent)
  const [, plain] = makeOffer().lines
  const lines = [
    makeDesignedLine({ costs: makeCosts(), isMeasured: false, isNewestPrices: false }),
    ...(plain === undefined ? [] : [plain]),
  ]
  state.offers.set(draftId, makeOffer({ isOverLimit: true, isStalePrices: true, needsMeasuring: true, lines }))
  return [
    http.get(`${base}/orders/counts`, () =>
      ok({ open: 34, new: 6, deliveringTomorrow: 5, unpaid: 3, mine: 8, all: 1284, refundDue: 2, byStatus: {} }),
    ),
    http.get(`${base}/orders`, () => list(orders)),
    http.get(`${base}/orders/:number/paper/pick`, () => ok({ ...paper, lines: [line, { ...line, detail: '', isPicked: false }] })),
    http.get(`${base}/orders/:number/workshop`, () => ok(makeWorkshopSheet())),
    http.get(`${base}/orders/:number/workshop/labels`, () => ok(makeLabels(25))),
    http.get(`${base}/orders/:number/paper/delivery`, () =>
      ok({
        ...paper,
        lines: [{ ...line, unitPrice: 128_450.5, subtotal: 128_450.5 }],
        shippingAddress: orders[0]?.shippingAddress,
        deliveryPrice: 0,
        totalAmount: 128_450.5,
        paidAmount: 400,
        balance: 128_050.5,
      }),
    ),
    http.get(`${base}/orders/:number`, ({ params }) => ok(orders.find(({ orderNumber }) => orderNumber === params.number) ?? orders[0])),
    http.get(`${base}/dead-letters`, () => list([letter])),
    http.get(`${base}/payments/sums`, () => ok({ count: 2, in: 128_450.5, out: 420, total: 128_030.5 })),
    http.get(`${base}/payments`, () =>
      list(
        (['in', 'out'] as const).map((kind) => ({
          id: kind,
          at: inMinutes(-90),
          kind,
          amount: kind === 'in' ? 128_450.5 : 420,
          method: 'transfer',
          storeId: null,
          orderNumber: 'SB-2F8K61PD',
          source: 'offer',
          actor: nigarAsPerson,
        })),
      ),
    ),
    http.get(`${base}/customers`, () => list([makeCustomerRow(), makeCustomerRow({ id: 'other', name: 'Lalə Nümunəyeva-Hüseynzadə' })])),
    http.get(`${base}/customers/:id`, () => ok(makeCustomer())),
    http.get(`${base}/activity`, () =>
      list([
        ...activity,
        {
          id: 'a3',
          at: inMinutes(-90),
          service: 'account',
          action: 'ChangeStaff',
          actor: nigarAsPerson,
          subject: { kind: 'staff', id: tural.id },
          changes: { discountLimitPercent: [10, 15], isDisabled: [false, true], name: ['Nigar', 'Nigar Nümunəzadə'] },
        },
      ]),
    ),
    ...handlers,
    ...fakeContent().handlers,
    ...fakeImports(...imports).handlers,
    ...fakeCatalog([makeProduct({ nameAz: longName, nameRu: longName, nameEn: longName }), ...makeProducts().slice(1)]).handlers,
    ...fakePriceBooks(makePriceBook(), makeDraft({ changedBy: rashad }, { ...dearerCells, 'fittings.cam': 0.6 })).handlers,
  ]
}
