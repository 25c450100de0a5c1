import type { QueryClient } from '@tanstack/react-query'
import { watchFailedRefetches } from '@shared/query/failed-refetches'
import { t } from '@/lib/i18n/instance'
import { closeToast, showToast } from '@shared/toasts'

/** Shows a message while data on the screen are out of date. Its code loads after the first screen. */
export function reportFailedRefetches(client: QueryClient): void {
  let shown = 0
  watchFailedRefetches(client, (retry) => {
    if (retry === null) closeToast(shown)
    else shown = showToast({ tone: 'error', text: t('COMMON.NOT_UPDATED'), action: { label: t('COMMON.RETRY'), run: retry } })
  })
}
