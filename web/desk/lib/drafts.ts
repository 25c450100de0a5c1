import { useEffect, useState } from 'react'
import { draftPrefix, readKept, writeKept } from './kept'

const read = (name: string): string => readKept(draftPrefix + name) ?? ''

/** Forgets a draft whose screen is left at once. */
export function dropDraft(name: string): void {
  writeKept(draftPrefix + name, null)
}

/** A text that survives a reload until it is sent. `name` says whose and for what. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ name, text: read(name) }))
  const text = state.name === name ? state.text : read(name)

  useEffect(() => {
    if (state.name === name) writeKept(draftPrefix + name, state.text === '' ? null : state.text)
  }, [state, name])

  return [text, (next) => setState({ name, text: next })]
}
