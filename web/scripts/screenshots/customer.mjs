/** A customer with an address, a wish, an order and something in the cart; the context is signed in. Says the order's id. */
export async function customer(context, address) {
  const email = `customer-${crypto.randomUUID()}@example.com`
  const password = `long ${crypto.randomUUID()}`
  const headers = { Origin: new URL(address('/')).origin }
  const call = async (path, data) => {
    const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')
    const more = token === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(token.value) }
    const answer = await context.request.post(address(`/api/v1.0/${path}`), { data, headers: { ...headers, ...more } })
    if (!answer.ok()) throw new Error(`${path}: ${String(answer.status())} ${await answer.text()}`)
    return (await answer.json()).data
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
  const products = await (await context.request.get(address('/api/v1.0/products?limit=40'))).json()
  const sold = products.data.filter(({ stockQuantity }) => stockQuantity === null || stockQuantity > 0)
  const cart = await call('carts/create', {})
  const order = sold.slice(0, 2).map(({ id }) => ({ productId: id, quantity: 1 }))
  const { id: userId } = (await (await context.request.get(address('/api/v1.0/account/details'))).json()).data
  const to = {
    ...place,
    firstName: 'Leyla',
    lastName: 'Nümunə',
    email,
    phone: '+994501234567',
    address: 'Nümunə küç. 12, m. 34',
    postalCode: 'AZ1000',
  }
  const { id: ordered } = await call('orders', { userId, shippingAddress: to, billingAddress: to, orderItems: order })
  for (const { id } of sold.slice(2, 5)) {
    await call(`account/wishlist/${String(id)}`, {})
    await call('carts/add-item', { cartId: cart.id, productId: id, quantity: 1 })
  }
  return { email, password, ordered }
}
