// Simulates browsing visitors: `node tilt/load.mjs [address] [visitors] [seconds]`. Prints the request rate and latency
// quantiles; exits with 1 if a response was not 200. Not a benchmark: it fills traces and dashboards.

const [address = 'http://localhost:8080', visitors = '20', seconds = '30'] = process.argv.slice(2)

const paths = [
  '/api/v1.0/products?page=1&limit=12',
  '/api/v1.0/products/category/1',
  '/api/v1.0/products/category/2/count',
  '/api/v1.0/products/search?searchTerm=sk&page=1&limit=12',
]

const end = Date.now() + Number(seconds) * 1000
const times = []
const failures = new Map()

/** Sends one request after the other until the time is over. */
async function visit(first) {
  for (let step = first; Date.now() < end; step += 1) {
    const path = paths[step % paths.length]
    const started = performance.now()
    let status
    try {
      const response = await fetch(address + path, { signal: AbortSignal.timeout(10_000) })
      await response.arrayBuffer()
      status = response.status
    } catch (error) {
      status = error.cause?.code ?? error.name
    }
    times.push(performance.now() - started)
    if (status !== 200) {
      const failure = `${path}: ${status}`
      failures.set(failure, (failures.get(failure) ?? 0) + 1)
    }
  }
}

await Promise.all(Array.from({ length: Number(visitors) }, (_, visitor) => visit(visitor)))

times.sort((a, b) => a - b)
const quantile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0)
console.log(`${times.length} responses, ${(times.length / Number(seconds)).toFixed(0)} per second`)
console.log(`p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, p99 ${quantile(0.99)} ms`)
for (const [failure, count] of failures) console.log(`${failure}, ${count} times`)
process.exit(failures.size > 0 ? 1 : 0)
