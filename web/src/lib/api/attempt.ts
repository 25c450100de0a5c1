import { randomHex } from '@/lib/random'

/** Gives each attempt to send something its key: the same for a repetition of the same body, a new one for anything else. */
export class AttemptKeys {
  private last: { body: string; key: string } | null = null

  constructor(private readonly makeKey: () => string = () => randomHex(16)) {}

  keyFor(body: unknown): string {
    const text = JSON.stringify(body)
    if (this.last?.body !== text) this.last = { body: text, key: this.makeKey() }
    return this.last.key
  }

  /** The server has decided; the next attempt is another one, even with the same body. */
  decided(): void {
    this.last = null
  }
}
