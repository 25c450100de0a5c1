import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { TextKey } from '@shared/text-key'

interface KeyBinding {
  /** One key, or two pressed after each other: `n`, `g q`, `?`. */
  keys: string
  text: TextKey
  /** Stands in the map of keys in place of `keys`; null for a key that another line tells. */
  shown?: string | null
  run: () => void
}

/** A key as it is printed on a keyboard. */
export const keyCap = (key: string): string => (key === 'escape' ? 'Esc' : key.toUpperCase())

/** The bindings of the open screens, for the listener and for the map of keys. */
export const useKeyMap = create<{ bindings: readonly KeyBinding[] }>(() => ({ bindings: [] }))

/** Offers keys while the component is mounted; `run` may change with each render. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings)
  useEffect(() => {
    latest.current = bindings
  })
  const names = bindings.map(({ keys }) => keys).join(',')
  useEffect(() => {
    const own = latest.current.map((binding, at) => ({ ...binding, run: () => latest.current[at]?.run() }))
    useKeyMap.setState((state) => ({ bindings: [...state.bindings, ...own] }))
    return () => useKeyMap.setState((state) => ({ bindings: state.bindings.filter((binding) => !own.includes(binding)) }))
  }, [names])
}

/**
 * The key of a press, as a Latin keyboard prints it, in small letters. A layout that types no Latin letter there, such as
 * the Russian one, has the key by its place.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (/^[a-z/?]$/i.test(key)) return key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return letter.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return key.toLowerCase()
}

/** Whether a key is pressed with Ctrl, or Command on a Mac. */
export function isCommand(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>, key: string): boolean {
  return (event.ctrlKey || event.metaKey) && keyOf(event) === key
}

const sequenceMs = 1_000

const typed = 'input, textarea, select, [contenteditable], [role="menuitem"]'

/** Whether somebody types, or is in a form whose text is being written, marked by `data-keys-rest`. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches(typed) || target.closest('[data-keys-rest]') !== null)
}

/** Controls that Enter presses. */
const pressed = 'a[href], button, summary'

/** Whether Enter is for the control that has the focus. */
const isPress = ({ key, target }: KeyboardEvent): boolean => key === 'Enter' && target instanceof HTMLElement && target.matches(pressed)

/** Listens for the bound keys. They rest while something is typed, a dialog is open, or the person turned them off. */
export function useKeyListener(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    let first: { key: string; at: number } | null = null
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || isPress(event) || document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const key = keyOf(event)
      const sequence = first !== null && event.timeStamp - first.at < sequenceMs ? `${first.key} ${key}` : key
      const { bindings } = useKeyMap.getState()
      // Later bindings are of inner screens.
      const found = bindings.findLast(({ keys }) => keys === sequence) ?? bindings.findLast(({ keys }) => keys === key)
      if (found !== undefined) {
        first = null
        event.preventDefault()
        found.run()
      } else {
        first = { key, at: event.timeStamp }
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

/** Listens for a key with Ctrl while it is on, and nothing is typed and no dialog is open. */
export function useCommandKey(key: string, isOn: boolean, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      if (!isCommand(event, key) || isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, isOn])
}
