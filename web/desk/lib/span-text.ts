import type { TFunction } from 'i18next'

/** A time span in milliseconds by its two largest units: `2 gün 19 s`, `1 s 10 dəq`, `6 dəq`. */
export function spanText(t: TFunction, milliseconds: number): string {
  const whole = Math.max(0, Math.floor(milliseconds / 60_000))
  const days = Math.floor(whole / (24 * 60))
  const hours = Math.floor(whole / 60) % 24
  const minutes = whole % 60
  if (days > 0) return t('SPAN.DAYS', { days, hours })
  return hours > 0 ? t('SPAN.HOURS', { hours, minutes }) : t('SPAN.MINUTES', { minutes })
}
