import { create } from 'zustand'

/** The view that was chosen on this visit; `null` before a choice. */
export const useView = create<{ is3d: boolean | null }>(() => ({ is3d: null }))

export const chooseView = (is3d: boolean): void => useView.setState({ is3d })

/** Whether a device may show 3D unasked: its graphics processor draws it, and it does not save data. */
export function suits3d(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return false
  const context = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
