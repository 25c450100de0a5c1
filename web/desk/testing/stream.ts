/** The event stream that a test sends by hand; jsdom has none. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static readonly open = new Set<FakeEventSource>()
  readyState = 1

  constructor(readonly url: string) {
    super()
    FakeEventSource.open.add(this)
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED
    FakeEventSource.open.delete(this)
  }
}

/** Sends an event to each open stream. */
export function sendEvent(name: string, data: unknown = null): void {
  for (const source of FakeEventSource.open) source.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
}
