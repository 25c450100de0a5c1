import { http, HttpResponse } from 'msw'
import type { AccountQuote, Address, CartItem, Details, NewOrder, Order, OrderDetail, WishlistItem } from '@/lib/api/types'
import { products } from '../products'

const base = '*/api/v1.0'

export const ok = (data: unknown = null) => HttpResponse.json({ success: true, message: null, data })

/** An error response of the gateway. */
export const errorResponse = (status: number, message = '', errors?: Record<string, string>, data: unknown = null) =>
  HttpResponse.json({ success: false, data, message, ...(errors && { errors }) }, { status })

export const leyla: Details = {
  id: '3f1c7a52-2f54-4f5e-9d4f-6b7f3b2f9a10',
  name: 'Leyla',
  lastname: 'Nümunə',
  email: 'leyla@example.com',
  emailVerified: true,
}

export const cartId = '7d2a6a3e-5d6a-4e0b-9f4e-0d1c2b3a4f50'

export const postalAddress = {
  firstName: 'Leyla',
  lastName: 'Nümunə',
  email: 'leyla@example.com',
  phone: '+994501234567',
  address: 'Nümunə küç. 12, m. 34',
  city: 'Bakı',
  state: 'Bakı',
  postalCode: 'AZ1000',
  country: 'Azerbaijan',
}

export const home: Address = {
  id: '0b54d1c4-9a3f-4c57-8a0c-1f0ce5a1d001',
  fullName: 'Leyla Nümunə',
  phoneNumber: '+994501234567',
  streetAddress: 'Nümunə küç. 12',
  apartment: 'm. 34',
  city: 'Bakı',
  state: 'Bakı',
  zipCode: 'AZ1000',
  country: 'Azerbaijan',
  isDefaultShipping: true,
  isDefaultBilling: true,
}

export function cartItem(productId: number, quantity: number, overrides: Partial<CartItem> = {}): CartItem {
  const product = products.find(({ id }) => id === productId)
  if (product === undefined) throw new Error(`there is no product ${String(productId)}`)
  return {
    productId,
    productName: product.name,
    productNameAz: product.nameAz,
    productNameRu: product.nameRu,
    productNameEn: product.nameEn,
    productDescription: product.description,
    productDescriptionAz: product.descriptionAz,
    productDescriptionRu: product.descriptionRu,
    productDescriptionEn: product.descriptionEn,
    productPrice: product.price,
    productImage: product.images[0]?.imageUrl ?? null,
    discount: product.discount,
    userSpecificDiscount: null,
    quantity,
    stockQuantity: product.stockQuantity,
    isActive: true,
    ...overrides,
  }
}

export function wish(productId: number, overrides: Partial<WishlistItem> = {}): WishlistItem {
  const item = cartItem(productId, 1)
  return {
    id: `wish-${String(productId)}`,
    productId,
    productName: item.productName,
    productNameAz: item.productNameAz,
    productNameRu: item.productNameRu,
    productNameEn: item.productNameEn,
    productImage: item.productImage,
    price: item.productPrice ?? null,
    discount: item.discount,
    userSpecificDiscount: null,
    stockQuantity: 6,
    isActive: true,
    ...overrides,
  }
}

export function order(number: string, overrides: Partial<OrderDetail> = {}): Order {
  return {
    id: `order-${number}`,
    orderNumber: number,
    orderDate: '2026-11-18T10:20:05Z',
    status: 'Pending',
    paymentStatus: 'Pending',
    totalAmount: 1701.65,
    paidAmount: 0,
    refundedAmount: 0,
    balance: 1701.65,
    items: [orderItem(1, 1, 1061.65), orderItem(2, 2, 320)],
    ...overrides,
  }
}

/** A quote request of one wardrobe in the customer's own size. */
export function quote(number: string, overrides: Partial<AccountQuote> = {}): AccountQuote {
  const { productId, productName, productNameAz, productNameRu, productNameEn, productImage } = cartItem(1, 1)
  const product = { productId, productName, productNameAz, productNameRu, productNameEn, productImage }
  return {
    number,
    createdAt: '2026-11-18T10:20:05Z',
    progress: 'received',
    promisedAt: null,
    items: [
      {
        ...product,
        designCode: null,
        quantity: 1,
        color: 'oak',
        measuring: 'own',
        measures: { widthMm: 2430, depthMm: 600, heightMm: 2620 },
        measuresOf: 'piece',
        note: 'A radiator is on the left',
      },
    ],
    offers: [],
    conversationToken: `${number}.secret`,
    ...overrides,
  }
}

function orderItem(productId: number, quantity: number, unitPrice: number): Order['items'][number] {
  const { productName, productNameAz, productNameRu, productNameEn, productImage } = cartItem(productId, quantity)
  return {
    ...{ productId, productName, productNameAz, productNameRu, productNameEn, productImage, quantity, unitPrice },
    designCode: null,
    subtotal: Math.round(unitPrice * quantity * 100) / 100,
  }
}

/** The server's state for one customer. */
export interface CustomerState {
  signedIn: boolean
  details: Details
  cart: CartItem[]
  addresses: Address[]
  wishes: WishlistItem[]
  orders: (Order | OrderDetail)[]
  quotes: AccountQuote[]
  /** Unsafe requests in order; `path` is below the base. */
  calls: { method: string; path: string; body: unknown; headers: Headers }[]
}

/** Handlers of a signed-in customer that change the state as the server does. */
export function customer(overrides: Partial<CustomerState> = {}) {
  const state: CustomerState = {
    signedIn: true,
    details: leyla,
    cart: [],
    addresses: [],
    wishes: [],
    orders: [],
    quotes: [],
    calls: [],
    ...overrides,
  }
  if (state.signedIn) document.cookie = 'XSRF-TOKEN=token'

  const record = async (request: Request): Promise<unknown> => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    const path = new URL(request.url).pathname.replace('/api/v1.0', '')
    state.calls.push({ method: request.method, path, body, headers: request.headers })
    return body
  }
  const cart = () => ({ id: cartId, version: 3, cartItems: state.cart })

  /** Keys of additions, which a repetition does not add again. */
  const keys = new Set<string>()

  const handlers = [
    http.post(`${base}/Sessions/validate-session`, () => HttpResponse.json({ success: state.signedIn, message: null, data: null })),
    http.get(`${base}/account/export`, () => ok({ email: state.details.email, orders: state.orders })),
    http.delete(`${base}/account`, async ({ request }) => {
      const body = await record(request)
      if ((body as { password: string }).password !== 'my password') {
        return errorResponse(400, 'Please check the marked fields.', { password: 'PASSWORD.WRONG_CURRENT' })
      }
      state.signedIn = false
      return ok()
    }),
    http.post(`${base}/Auth/sign-in`, async ({ request }) => {
      const body = (await record(request)) as { email: string; password: string }
      if (body.email !== state.details.email) return errorResponse(401, 'Wrong e-mail or password.')
      state.signedIn = true
      document.cookie = 'XSRF-TOKEN=token'
      return ok()
    }),
    http.post(`${base}/Auth/sign-out`, async ({ request }) => {
      await record(request)
      state.signedIn = false
      document.cookie = 'XSRF-TOKEN=; Max-Age=0'
      return ok()
    }),
    http.get(`${base}/carts/current`, () => ok(cart())),
    http.post(`${base}/carts/create`, () => ok(cart())),
    http.post(`${base}/carts/add-item`, async ({ request }) => {
      const { productId, quantity } = (await record(request)) as { productId: number; quantity: number }
      const key = request.headers.get('Idempotency-Key')
      if (key !== null && keys.has(key)) return ok()
      if (key !== null) keys.add(key)
      const line = state.cart.find((item) => item.productId === productId)
      state.cart = line
        ? state.cart.map((item) => (item === line ? { ...line, quantity: line.quantity + quantity } : item))
        : [...state.cart, cartItem(productId, quantity)]
      return ok(cart())
    }),
    http.patch(`${base}/carts/items/:id`, async ({ request, params }) => {
      const { quantity } = (await record(request)) as { quantity: number }
      state.cart = state.cart.map((item) => (String(item.productId) === params.id ? { ...item, quantity } : item))
      return ok(cart())
    }),
    http.delete(`${base}/carts/items/:id`, async ({ request, params }) => {
      await record(request)
      state.cart = state.cart.filter((item) => String(item.productId) !== params.id)
      return ok(cart())
    }),
    http.post(`${base}/orders`, async ({ request }) => {
      const body = (await record(request)) as NewOrder
      const created = order('1042', {
        items: body.orderItems.map(({ productId, quantity }) => {
          const line = state.cart.find((item) => item.productId === productId)
          return orderItem(productId, quantity, line?.productPrice ?? 0)
        }),
        totalAmount: body.expectedTotal ?? 0,
      })
      state.orders = [created, ...state.orders]
      state.cart = []
      return ok(created)
    }),
    http.get(`${base}/account/dashboard`, () =>
      ok({
        totalOrders: state.orders.length,
        wishlistItems: state.wishes.length,
        savedAddresses: state.addresses.length,
        recentOrders: state.orders.slice(0, 5),
      }),
    ),
    http.get(`${base}/account/details`, () => ok(state.details)),
    http.put(`${base}/account/details`, async ({ request }) => {
      const { name, lastname } = (await record(request)) as { name: string; lastname: string }
      state.details = { ...state.details, name, lastname }
      return ok(state.details)
    }),
    http.get(`${base}/account/orders`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const status = query.get('status')
      const search = query.get('search') ?? ''
      const found = state.orders.filter((order) => (status === null || order.status === status) && order.orderNumber.includes(search))
      const page = Number(query.get('page') ?? '1')
      const limit = Number(query.get('limit') ?? '10')
      return HttpResponse.json({
        success: true,
        message: null,
        data: found.slice((page - 1) * limit, page * limit),
        totalRecords: found.length,
        totalPages: Math.ceil(found.length / limit),
        page,
        limit,
      })
    }),
    http.get(`${base}/account/orders/:id`, ({ params }) => {
      const found = state.orders.find(({ id }) => id === params.id)
      return found === undefined
        ? errorResponse(404, 'There is no such order.')
        : ok({ shippingAddress: postalAddress, billingAddress: postalAddress, history: [], delivery: null, ...found })
    }),
    http.post(`${base}/account/orders/:id/cancel`, async ({ request, params }) => {
      await record(request)
      state.orders = state.orders.map((order) => (order.id === params.id ? { ...order, status: 'Cancelled' } : order))
      return ok()
    }),
    http.get(`${base}/account/quotes`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      return HttpResponse.json({
        success: true,
        message: null,
        data: state.quotes.slice((page - 1) * limit, page * limit),
        totalRecords: state.quotes.length,
        totalPages: Math.ceil(state.quotes.length / limit),
        page,
        limit,
      })
    }),
    http.get(`${base}/account/quotes/:number`, ({ params }) => {
      const found = state.quotes.find(({ number }) => number === params.number)
      return found === undefined ? errorResponse(404, 'There is no such request.') : ok(found)
    }),
    http.get(`${base}/account/addresses`, () => ok(state.addresses)),
    http.post(`${base}/account/addresses`, async ({ request }) => {
      const body = (await record(request)) as Address
      const first = state.addresses.length === 0
      const id = `address-${String(state.addresses.length + 1)}`
      state.addresses = [...state.addresses, { ...body, id, isDefaultShipping: first, isDefaultBilling: first }]
      return ok(state.addresses.at(-1))
    }),
    http.put(`${base}/account/addresses/:id`, async ({ request, params }) => {
      const body = (await record(request)) as Address
      state.addresses = state.addresses.map((address) => {
        const { isDefaultShipping, isDefaultBilling } = address
        return address.id === params.id ? { ...address, ...body, isDefaultShipping, isDefaultBilling } : address
      })
      return ok()
    }),
    http.delete(`${base}/account/addresses/:id`, async ({ request, params }) => {
      await record(request)
      state.addresses = state.addresses.filter(({ id }) => id !== params.id)
      return ok()
    }),
    http.post(`${base}/account/addresses/:id/default`, async ({ request, params }) => {
      await record(request)
      state.addresses = state.addresses.map((address) => {
        const chosen = address.id === params.id
        return { ...address, isDefaultShipping: chosen, isDefaultBilling: chosen }
      })
      return ok()
    }),
    http.get(`${base}/account/wishlist`, () => ok(state.wishes)),
    http.delete(`${base}/account/wishlist`, async ({ request }) => {
      await record(request)
      state.wishes = []
      return ok()
    }),
    http.post(`${base}/account/wishlist/:id`, async ({ request, params }) => {
      await record(request)
      state.wishes = [wish(Number(params.id)), ...state.wishes]
      return ok()
    }),
    http.delete(`${base}/account/wishlist/:id`, async ({ request, params }) => {
      await record(request)
      state.wishes = state.wishes.filter(({ productId }) => String(productId) !== params.id)
      return ok()
    }),
  ]
  return { state, handlers }
}
