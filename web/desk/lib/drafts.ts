import { useEffect, useState } from 'react'

const prefix = 'desk.draft.'

function read(name: string): string {
  try {
    return localStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}

/** Forgets a draft whose screen is left at once. */
export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(prefix + name)
  } catch {
    // Storage is disabled.
  }
}

/** A text that survives a reload until it is sent. `name` says whose and for what. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ name, text: read(name) }))
  const text = state.name === name ? state.text : read(name)

  useEffect(() => {
    if (state.name !== name) return
    try {
      if (state.text === '') localStorage.removeItem(prefix + name)
      else localStorage.setItem(prefix + name, state.text)
    } catch {
      // Storage is full or disabled: the draft lasts as long as the page.
    }
  }, [state, name])

  return [text, (next) => setState({ name, text: next })]
}
