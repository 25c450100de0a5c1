// Visitors who look around, for half a minute: `node tilt/load.mjs [address] [visitors] [seconds]`. Prints how many
// answers came in a second and how long they took; ends with 1 where one was wrong. No bench: it shows what the traces
// and dashboards look like under load.

const [address = 'http://localhost:8080', visitors = '20', seconds = '30'] = process.argv.slice(2)

const paths = [
  '/api/v1.0/products?page=1&limit=12',
  '/api/v1.0/products/category/1',
  '/api/v1.0/products/category/2/count',
  '/api/v1.0/products/search?searchTerm=sk&page=1&limit=12',
]

const end = Date.now() + Number(seconds) * 1000
const times = []
const wrong = new Map()

/** One visitor, who asks for one thing after the other until the time is over. */
async function visit(first) {
  for (let step = first; Date.now() < end; step += 1) {
    const path = paths[step % paths.length]
    const began = performance.now()
    let outcome
    try {
      const response = await fetch(address + path, { signal: AbortSignal.timeout(10_000) })
      await response.arrayBuffer()
      outcome = response.status
    } catch (error) {
      outcome = error.cause?.code ?? error.name
    }
    times.push(performance.now() - began)
    if (outcome !== 200) {
      const what = `${path}: ${outcome}`
      wrong.set(what, (wrong.get(what) ?? 0) + 1)
    }
  }
}

await Promise.all(Array.from({ length: Number(visitors) }, (_, visitor) => visit(visitor)))

times.sort((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0)
console.log(`${times.length} answers, ${(times.length / Number(seconds)).toFixed(0)} in a second`)
console.log(`half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, 99 % within ${at(0.99)} ms`)
for (const [what, count] of wrong) console.log(`${what}, ${count} times`)
process.exit(wrong.size > 0 ? 1 : 0)
