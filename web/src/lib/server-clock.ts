/** A small file, of which only the time of its answer is read. */
const askedFile = '/favicon.svg'

let asked: Promise<number> | null = null

async function readOffset(): Promise<number> {
  const before = Date.now()
  const { headers } = await fetch(new URL(askedFile, window.location.origin), { method: 'HEAD', cache: 'no-store' })
  const answered = Date.parse(headers.get('Date') ?? '') + Number(headers.get('Age') ?? 0) * 1_000
  return Number.isNaN(answered) ? 0 : answered - (before + Date.now()) / 2
}

/**
 * Resolves to what has to be added to this device's clock for the server's time, in milliseconds, accurate to a second; 0 if the
 * server does not say. It is asked once.
 */
export function serverOffset(): Promise<number> {
  asked ??= readOffset().catch(() => 0)
  return asked
}

/** Asks again. */
export function forgetServerOffset(): void {
  asked = null
}
