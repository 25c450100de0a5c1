import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { showToast } from '@shared/toasts'
import type { ContentRow } from '@desk/api/records'
import { errorText } from '@desk/lib/errors'
import { moved } from '@desk/lib/order'

/** Pause after the last move before the order is saved, in milliseconds. */
const settleMs = 600

interface Options<Row extends ContentRow> {
  rows: readonly Row[]
  /** Saves an order; absent for records without one. */
  send: ((codes: string[]) => Promise<readonly Row[]>) | undefined
  /** Shows the records as the service has them. */
  keep: (rows: readonly Row[]) => void
}

/** The order of the records: it changes at once, and is saved after the last of several moves. */
export function useOrder<Row extends ContentRow>({ rows, send, keep }: Options<Row>) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const [said, setSaid] = useState('')
  const latest = useRef({ send, keep, t })
  useEffect(() => {
    latest.current = { send, keep, t }
  })
  useEffect(() => {
    if (order === null) return
    const timer = setTimeout(() => {
      const { send, keep, t } = latest.current
      send?.([...order])
        .then(keep)
        .catch((error: unknown) => {
          // The records as they are now: somebody made or removed one.
          if (error instanceof ApiError && error.status === 409 && Array.isArray(error.data)) keep(error.data as Row[])
          showToast({ tone: 'error', text: errorText(t, error) })
        })
        // A move since then has an order of its own.
        .finally(() => setOrder((present) => (present === order ? null : present)))
    }, settleMs)
    return () => clearTimeout(timer)
  }, [order])
  const place = (code: string) => order?.indexOf(code) ?? -1
  const ordered = order === null ? rows : [...rows].sort((one, other) => place(one.code) - place(other.code))
  return {
    rows: ordered,
    said,
    move:
      send === undefined
        ? undefined
        : (code: string, to: number) => {
            const codes = ordered.map((row) => row.code)
            const from = codes.indexOf(code)
            if (from < 0 || to < 0 || to >= codes.length || from === to) return
            setOrder(moved(codes, from, to))
            setSaid(t('CONTENT.MOVED', { from: from + 1, to: to + 1, count: codes.length }))
          },
  }
}
