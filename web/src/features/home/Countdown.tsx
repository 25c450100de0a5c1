import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { useLanguage } from '@/lib/i18n/setup'
import { serverOffset } from '@/lib/server-clock'
import styles from './Campaign.module.css'
import { timeLeft } from './countdown'

const parts = [
  { part: 'days', label: 'HOME.CAMPAIGN.DAYS' },
  { part: 'hours', label: 'HOME.CAMPAIGN.HOURS' },
  { part: 'minutes', label: 'HOME.CAMPAIGN.MINUTES' },
  { part: 'seconds', label: 'HOME.CAMPAIGN.SECONDS' },
] as const

/** A countdown by the server's clock to an RFC 3339 instant; screen readers read the date instead of every second. */
export function Countdown({ end }: { end: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const at = Date.parse(end)
  const [offset, setOffset] = useState(0)
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => void serverOffset().then(setOffset), [])
  useEffect(() => {
    const tick = () => {
      const next = Date.now() + offset
      setNow(next)
      if (!(next < at)) clearInterval(timer)
    }
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [at, offset])

  const left = timeLeft(at, now)
  return (
    <div role="timer" className={styles.timer}>
      <p className="visually-hidden">{t('HOME.CAMPAIGN.ENDS', { date: formatShortDateTime(end, language) })}</p>
      {parts.map(({ part, label }) => (
        <div key={part} className={styles.part} aria-hidden="true">
          <p className={`figures ${styles.figure ?? ''}`}>{left[part]}</p>
          <p className={styles.label}>{t(label)}</p>
        </div>
      ))}
    </div>
  )
}
