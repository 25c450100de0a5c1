/** Remaining time with at least two digits each; all zero after the end. */
interface TimeLeft {
  days: string
  hours: string
  minutes: string
  seconds: string
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Both in milliseconds since 1970; an invalid end counts as past. */
export function timeLeft(end: number, now: number): TimeLeft {
  const seconds = Number.isNaN(end) ? 0 : Math.max(0, Math.ceil((end - now) / 1_000))
  return {
    days: twoDigits(Math.floor(seconds / 86_400)),
    hours: twoDigits(Math.floor(seconds / 3_600) % 24),
    minutes: twoDigits(Math.floor(seconds / 60) % 60),
    seconds: twoDigits(seconds % 60),
  }
}
