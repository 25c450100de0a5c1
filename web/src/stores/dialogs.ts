import { create } from 'zustand'

/** The open modal dialogs, the last one on top. Everything outside of it is inert, so messages are shown in it. */
export const useDialogs = create<{ open: readonly HTMLDialogElement[] }>(() => ({ open: [] }))

export function dialogOpened(dialog: HTMLDialogElement): void {
  useDialogs.setState(({ open }) => ({ open: [...open, dialog] }))
}

export function dialogClosed(dialog: HTMLDialogElement): void {
  useDialogs.setState(({ open }) => ({ open: open.filter((other) => other !== dialog) }))
}
