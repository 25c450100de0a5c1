import { randomHex } from '../random'

/** Idempotency keys: the same for a retry with an equal body, a new one for any other body. */
export class AttemptKeys {
  private last: { body: string; key: string } | null = null

  constructor(private readonly makeKey: () => string = () => randomHex(16)) {}

  keyFor(body: unknown): string {
    const text = JSON.stringify(body)
    if (this.last?.body !== text) this.last = { body: text, key: this.makeKey() }
    return this.last.key
  }

  /** Ends the attempt: the next one gets a new key, even with an equal body. */
  finish(): void {
    this.last = null
  }
}
