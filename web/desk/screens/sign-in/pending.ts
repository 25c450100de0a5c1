const storageKey = 'desk.pendingEmail'

/** The address of the sign-in under way, for the second step to show; of this tab only. */
export const pendingEmail = {
  get(): string {
    try {
      return sessionStorage.getItem(storageKey) ?? ''
    } catch {
      return ''
    }
  },
  set(email: string): void {
    try {
      sessionStorage.setItem(storageKey, email)
    } catch {
      // Storage is disabled: the second step shows no address.
    }
  },
}
