import { useEffect, useLayoutEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'
import { useLeaveQuestion } from './use-leave-question'

/** Asked before another screen opens; `leave` opens it. */
type Guard = (leave: () => void) => void

let guard: Guard | null = null

/** Opens another screen, once what is unsaved here was asked about. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const leave = () => navigate(to, options)
  const path = to.split('?')[0]
  if (guard === null || path === window.location.pathname) leave()
  else guard(leave)
}

/** Calls `onAsk` before another screen of the desk opens; the browser asks before a reload or a closed tab. */
export function useLeaving(isAsked: boolean, onAsk: Guard): void {
  const latest = useRef(onAsk)
  useEffect(() => {
    latest.current = onAsk
  })
  useLeaveQuestion(isAsked)
  // A session that ends takes the screen away before the sign-in screen opens.
  useLayoutEffect(() => {
    if (!isAsked) return
    const own: Guard = (leave) => latest.current(leave)
    guard = own
    return () => {
      if (guard === own) guard = null
    }
  }, [isAsked])
}
