import { storedKeys, writeStored } from '../storage'

/** Starts of the keys under which a tab keeps what a visitor has half typed. */
export const formDraft = 'form:'
export const quoteDraft = 'quote:'

/** Forgets what was half typed in this tab. */
export function clearDrafts(): void {
  for (const prefix of [formDraft, quoteDraft]) {
    for (const key of storedKeys(prefix, 'sessionStorage')) writeStored(key, null, 'sessionStorage')
  }
}
