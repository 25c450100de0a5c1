import { randomHex } from './random'

/** A UUID of version 7, whose beginning is the time. Unlike `randomUUID`, available over plain HTTP. */
export function uuidV7(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  const random = randomHex(9)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`
}
