/** Registers a customer with an address, wishes, an order and a cart, and signs the context in. */
export async function createCustomer(context, shopUrl) {
  const email = `customer-${crypto.randomUUID()}@example.com`
  const password = `long ${crypto.randomUUID()}`
  const headers = { Origin: new URL(shopUrl('/')).origin }
  const call = async (path, data) => {
    const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')
    const csrf = token === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(token.value) }
    const response = await context.request.post(shopUrl(`/api/v1.0/${path}`), { data, headers: { ...headers, ...csrf } })
    if (!response.ok()) throw new Error(`${path}: ${String(response.status())} ${await response.text()}`)
    return (await response.json()).data
  }
  await call('Auth/register', { name: 'Leyla', lastname: 'Nümunə', email, password })
  await call('Auth/sign-in', { email, password })
  const place = { city: 'Bakı', state: 'Bakı', country: 'Azerbaijan' }
  await call('account/addresses', {
    ...place,
    fullName: 'Leyla Nümunə',
    phoneNumber: '+994501234567',
    streetAddress: 'Nümunə küç. 12',
    apartment: 'm. 34',
    zipCode: 'AZ1000',
    isDefaultShipping: false,
    isDefaultBilling: false,
  })
  const products = await (await context.request.get(shopUrl('/api/v1.0/products?limit=40'))).json()
  const available = products.data.filter(({ stockQuantity }) => stockQuantity === null || stockQuantity > 0)
  const cart = await call('carts/create', {})
  const orderItems = available.slice(0, 2).map(({ id }) => ({ productId: id, quantity: 1 }))
  for (const item of orderItems) await call('carts/add-item', { cartId: cart.id, ...item })
  const { id: userId } = (await (await context.request.get(shopUrl('/api/v1.0/account/details'))).json()).data
  const address = {
    ...place,
    firstName: 'Leyla',
    lastName: 'Nümunə',
    email,
    phone: '+994501234567',
    address: 'Nümunə küç. 12, m. 34',
    postalCode: 'AZ1000',
  }
  const { id: orderId } = await call('orders', { userId, shippingAddress: address, billingAddress: address, orderItems })
  for (const { id } of available.slice(2, 5)) {
    await call(`account/wishlist/${String(id)}`, {})
    await call('carts/add-item', { cartId: cart.id, productId: id, quantity: 1 })
  }
  return { email, password, orderId }
}
