/**
 * Opens a dialog over the page and returns what closes it. Focus goes back to where it was; the browser does so only
 * for a dialog that is still in the page when it closes, and React may have taken it out before.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement
  dialog.showModal()
  return () => {
    dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
