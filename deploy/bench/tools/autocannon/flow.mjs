// Sends sequences of requests with autocannon. Reads the task from the file in argv[2] (`Task` in src/load/flow.rs) and
// writes the result as JSON to standard output.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const SHOWN_FAILURES = 3

// A cart holds at most 100 lines, and the lines of an order leave it after a moment.
const PRODUCTS_OF_A_BUYER = 40

const task = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const { buyers, products } = task
const result = { flows: 0, refused: 0, wrong: 0, failures: [], milliseconds: [] }

const pick = (values) => values[Math.floor(Math.random() * values.length)]

const fail = (what) => {
  result.wrong += 1
  if (result.failures.length < SHOWN_FAILURES) result.failures.push(what)
}

/** Counts a failed request. An overloaded shop may refuse one with 503; everything else is wrong. */
const reject = (name, status, text, context) => {
  context.failed = true
  if (status === 503) result.refused += 1
  else fail(`${name}: ${String(status)} ${text.slice(0, 300)}`)
}

const parse = (body) => {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

/** Returns a request of a flow; `isRight` gets the parsed body and the flow's context. */
const step = (name, buyer, path, body, isRight, method = 'POST') => ({
  method,
  path: `/api/v1.0/${path}`,
  setupRequest: (request, context) => {
    // The rest of a failed flow makes no sense; autocannon starts the next one.
    if (context.failed) return null
    context.started ??= performance.now()
    request.headers = {
      'content-type': 'application/json',
      cookie: buyer.cookie,
      'x-xsrf-token': buyer.csrfToken,
      'x-forwarded-for': buyer.address,
      'sec-fetch-site': 'same-origin',
      ...(name === 'order' && { 'idempotency-key': randomUUID() }),
    }
    request.body = JSON.stringify(body(context))
    return request
  },
  onResponse: (status, text, context) => {
    const answer = parse(text)
    if (status !== 200 || !isRight(answer, context)) reject(name, status, text, context)
  },
})

/** Ends a flow: counts it and its duration. */
const ending = (request) => ({
  ...request,
  onResponse: (status, text, context) => {
    request.onResponse(status, text, context)
    if (context.failed) return
    result.flows += 1
    result.milliseconds.push(performance.now() - context.started)
  },
})

const succeeds = (answer) => answer.success === true
const hasData = (answer) => succeeds(answer) && answer.data != null

const add = (buyer, cart, chosen) =>
  step(
    'add',
    buyer,
    'carts/add-item',
    (context) => ({ cartId: cart(context), productId: chosen(context), quantity: 1 }),
    succeeds,
  )

const flows = {
  /** One read; the context is fresh for each. */
  read: () => [
    ending({
      method: 'GET',
      setupRequest: (request, context) => {
        context.started = performance.now()
        request.path = pick(task.paths)
        if (task.cookie !== null) request.headers = { cookie: task.cookie }
        return request
      },
      onResponse: (status, text, context) => {
        if (status !== 200 || !text.includes(task.contains)) reject('read', status, text, context)
      },
    }),
  ],
  /** Adds; the clearing in between does not count. */
  add: (buyer) => [
    ...Array.from({ length: PRODUCTS_OF_A_BUYER }, () => {
      const request = add(
        buyer,
        () => buyer.cart,
        () => buyer.next(),
      )
      return ending({
        ...request,
        setupRequest: (raw, context) => {
          context.started = performance.now()
          return request.setupRequest(raw, context)
        },
      })
    }),
    step('clear', buyer, `carts/${buyer?.cart}/clear`, () => ({}), succeeds, 'DELETE'),
  ],
  purchase: (buyer) => [
    step('cart', buyer, 'carts/create', () => ({}), (answer, context) => {
      context.cart = answer.data?.id
      context.lines = [buyer.next(), buyer.next()]
      return hasData(answer)
    }),
    add(
      buyer,
      (context) => context.cart,
      (context) => context.lines[0],
    ),
    add(
      buyer,
      (context) => context.cart,
      (context) => context.lines[1],
    ),
    ending(
      step(
        'order',
        buyer,
        'orders',
        (context) => ({
          userId: buyer.id,
          status: 'Pending',
          paymentStatus: 'Pending',
          shippingAddress: task.shippingAddress,
          orderItems: context.lines.map((productId) => ({ productId, quantity: 1 })),
        }),
        (answer) => hasData(answer) && typeof answer.data.orderNumber === 'string',
      ),
    ),
  ],
}

// Each buyer takes some of the products in turn.
let setUp = 0
for (const [index, buyer] of buyers.entries()) {
  const first = Math.floor((index * products.length) / buyers.length)
  let count = 0
  buyer.next = () => products[(first + (count++ % PRODUCTS_OF_A_BUYER)) % products.length]
}

const started = performance.now()
const measured = await autocannon({
  url: task.urls,
  connections: task.connections,
  ...(task.requests > 0 ? { amount: task.requests } : { duration: task.seconds }),
  ...(task.rate > 0 && { overallRate: task.rate, ignoreCoordinatedOmission: true }),
  timeout: 30,
  setupClient: (client) => {
    const buyer = buyers[setUp % Math.max(buyers.length, 1)]
    setUp += 1
    client.setRequests(flows[task.flow](buyer))
  },
})
result.seconds = (performance.now() - started) / 1000
if (measured.errors + measured.timeouts > 0) {
  result.wrong += measured.errors + measured.timeouts
  result.failures.push(`${String(measured.errors)} connection errors, ${String(measured.timeouts)} timeouts`)
}
process.stdout.write(`${JSON.stringify(result)}\n`)
