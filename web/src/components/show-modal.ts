import { dialogClosed, dialogOpened } from '@/stores/dialogs'

/**
 * Opens a modal dialog. Returns a function that closes it and restores the focus, which the browser does only for a
 * dialog that is still in the document.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement
  dialog.showModal()
  dialogOpened(dialog)
  return () => {
    dialogClosed(dialog)
    dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
