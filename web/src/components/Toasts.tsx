import { createPortal } from 'react-dom'
import { useDialogs } from '@/stores/dialogs'
import { ToastStack } from '@shared/components/ToastStack'

/**
 * Transient messages in the corner, within the top dialog if one is open: outside of it they could not be pressed. A dialog with a
 * place for them has them above its buttons.
 */
export function Toasts() {
  const dialog = useDialogs(({ open }) => open.at(-1))
  const stack = <ToastStack />
  return dialog === undefined ? stack : createPortal(stack, dialog.querySelector('[data-toasts]') ?? dialog)
}
