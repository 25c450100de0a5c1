import { create } from 'zustand'

interface StepUpState {
  /** Ends the open question: true once the code was accepted. */
  answer: ((accepted: boolean) => void) | null
}

export const useStepUp = create<StepUpState>(() => ({ answer: null }))

let asking: Promise<boolean> | null = null

/** Opens the step-up dialog. Resolves to false where the person gives up; concurrent callers share one dialog. */
export function askStepUp(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => useStepUp.setState({ answer: resolve })).finally(() => {
    asking = null
    useStepUp.setState({ answer: null })
  })
  return asking
}
