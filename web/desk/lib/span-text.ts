import type { TFunction } from 'i18next'
import { span } from './times'

/** A time span in milliseconds: `2 gün 19 s`, `1 s 10 dəq`, `6 dəq`. */
export function spanText(t: TFunction, milliseconds: number): string {
  const { unit, days, hours, minutes } = span(milliseconds)
  if (unit === 'days') return t('SPAN.DAYS', { days, hours })
  return unit === 'hours' ? t('SPAN.HOURS', { hours, minutes }) : t('SPAN.MINUTES', { minutes })
}
