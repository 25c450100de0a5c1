import { t } from '@/lib/i18n/instance'
import { currentLanguage } from '@/lib/i18n/current'
import { formatShortDateTime } from '@shared/dates'
import styles from './stale-note.module.css'

/** Name of the metric in `Server-Timing` of a response whose data is not current; its description is the data's time. */
const metric = 'stale'

/** A line that does not move the page; absent without a text. */
function createNote(): (text: string) => void {
  let note: HTMLElement | null = null
  return (text) => {
    if (text === '') {
      note?.remove()
      note = null
      return
    }
    if (note === null) {
      note = document.createElement('p')
      note.className = styles.note ?? ''
      note.setAttribute('role', 'status')
      document.body.append(note)
    }
    // A text that is set again would be read again.
    if (note.textContent !== text) note.textContent = text
  }
}

/**
 * Tells visitors while the shop answers with data that it had before, as prices and stock may have changed. The responses name its
 * time in `Server-Timing`, which needs no code before the first view.
 */
export function watchStaleData(): void {
  const show = createNote()
  // Times of data that is not current, by the address from which it came.
  const times = new Map<string, string>()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming)) continue
      const stale = entry.serverTiming.find(({ name }) => name === metric)
      if (stale === undefined) times.delete(entry.name)
      else times.set(entry.name, stale.description)
    }
    const [oldest] = [...times.values()].toSorted()
    show(oldest === undefined ? '' : t('COMMON.STALE_SINCE', { time: formatShortDateTime(oldest, currentLanguage()) }))
  })
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
}
