import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { watchStaleData } from './stale-note'

type Report = (list: { getEntries: () => unknown[] }) => void

/** An entry of the browser; jsdom records none. */
class Entry {
  constructor(
    readonly name: string,
    readonly serverTiming: { name: string; description: string }[],
  ) {}
}

const fresh = (name: string) => new Entry(name, [])
const stale = (name: string, description: string) => new Entry(name, [{ name: 'stale', description }])

/** Starts the watch; returns what reports entries to it. */
function watch(): (...entries: Entry[]) => void {
  let report: Report = () => undefined
  class Observer {
    constructor(callback: Report) {
      report = callback
    }
    observe = vi.fn()
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  vi.stubGlobal('PerformanceResourceTiming', Entry)
  watchStaleData()
  return (...entries) => report({ getEntries: () => entries })
}

const note = () => screen.queryByRole('status')

describe('the note on data that is not current', () => {
  beforeEach(() => {
    vi.unstubAllGlobals()
    document.body.replaceChildren()
  })

  it('names the oldest time of the data, until all of it is current again', () => {
    const report = watch()
    report(fresh('/products?page=1'))
    expect(note()).toBeNull()
    report(stale('/products?page=1', '2026-11-27T10:05:00Z'), stale('/products/7', '2026-11-27T09:30:00Z'))
    expect(note()).toHaveTextContent('Prices and stock are as of 27 Nov, 13:30. They are checked when you order.')
    report(fresh('/products/7'))
    expect(note()).toHaveTextContent('27 Nov, 14:05')
    report(fresh('/products?page=1'))
    expect(note()).toBeNull()
  })

  it('does not set the same text again, which a screen reader would repeat', () => {
    const report = watch()
    report(stale('/products', '2026-11-27T10:05:00Z'))
    const text = note()?.firstChild
    report(stale('/products', '2026-11-27T10:05:20Z'))
    expect(note()?.firstChild).toBe(text)
  })
})
