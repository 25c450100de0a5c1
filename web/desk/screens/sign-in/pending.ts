import { readStored, writeStored } from '@shared/storage'

const storageKey = 'desk.pendingEmail'

/** The address of the sign-in under way, for the second step to show; of this tab only. */
export const pendingEmail = {
  get: (): string => readStored(storageKey, 'sessionStorage') ?? '',
  set: (email: string): void => void writeStored(storageKey, email, 'sessionStorage'),
}
