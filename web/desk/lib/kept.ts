import { readStored, storedKeys, writeStored } from '@shared/storage'

/** Keys of drafts, after which the id of the person stands between dots, and of the outbox. */
export const draftPrefix = 'desk.draft.'
export const outboxKey = 'desk.outbox'

/** The signed-in person; without one, nothing is stored. */
let person: string | null = null

/** State kept for the person whose session ended, until somebody signs in or the tab closes. */
let aside: { by: string; texts: Map<string, string> } | null = null

const keptKeys = () => [...storedKeys(draftPrefix), ...storedKeys(outboxKey)]

/** Reads a text that is kept for the signed-in person; null without one. */
export const readKept = (key: string): string | null => (person === null ? null : readStored(key))

/** Keeps a text for the signed-in person in this browser; null removes it. */
export function writeKept(key: string, text: string | null): void {
  if (person !== null) writeStored(key, text)
}

/** Begins to keep texts for a person. Those of others are removed; those that were set aside for this person come back. */
export function startKeeping(id: string): void {
  const others = storedKeys(draftPrefix).filter((key) => !key.includes(`.${id}.`))
  for (const key of others) writeStored(key, null)
  for (const [key, text] of aside?.by === id ? aside.texts : []) {
    if (readStored(key) === null) writeStored(key, text)
  }
  aside = null
  person = id
}

/** Removes all kept texts from the browser. With `setAside`, this tab gives them back if the same person signs in again. */
export function stopKeeping({ setAside }: { setAside: boolean }): void {
  const keys = keptKeys()
  if (setAside && person !== null) {
    const texts = keys.map((key) => [key, readStored(key) ?? ''] as const)
    aside = { by: person, texts: new Map(texts) }
  } else if (!setAside) aside = null
  for (const key of keys) writeStored(key, null)
  person = null
}
