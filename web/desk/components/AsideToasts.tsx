import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ToastStack } from '@shared/components/ToastStack'
import { handheld } from '@shared/media'
import { useToasts } from '@shared/toasts'
import { freePlace } from '@desk/lib/free-place'

/** How often the messages look whether they cover something, in milliseconds. */
const lookMs = 250

const controls = 'button, a[href], input, textarea, select, [role="tab"], [role="menuitem"], [role="dialog"]'

/** Where a stack of messages covers nothing that can be pressed. */
function insetOf(box: HTMLElement): string {
  const { width, height } = box.getBoundingClientRect()
  const obstacles = [...document.querySelectorAll(controls)]
    .filter((control) => !box.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((shown) => shown.width > 0 && shown.height > 0)
  const place = freePlace({ width, height }, { width: innerWidth, height: innerHeight }, obstacles, matchMedia(handheld).matches)
  return `${String(place.top)}px auto auto ${String(place.left)}px`
}

/** Transient messages that stand where they cover nothing that can be pressed. */
export function AsideToasts() {
  const isPlaced = useToasts(({ toasts }) => toasts.some(({ isElsewhere }) => isElsewhere !== true))
  const stack = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isPlaced) return
    const place = () => {
      if (stack.current !== null) stack.current.style.inset = insetOf(stack.current)
    }
    place()
    const timer = setInterval(place, lookMs)
    window.addEventListener('resize', place)
    return () => {
      clearInterval(timer)
      window.removeEventListener('resize', place)
    }
  }, [isPlaced])
  return <ToastStack ref={stack} Countdown={Countdown} />
}

/** The seconds that are left, hidden so that they are not read out each second. */
function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * 1_000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000))), 250)
    return () => clearInterval(timer)
  }, [seconds])
  return <span aria-hidden="true"> ({left})</span>
}
