export const steps = ['size', 'inside', 'fronts', 'summary'] as const
export type Step = (typeof steps)[number]

export const isStep = (text: string | null): text is Step => steps.some((step) => step === text)

/** Path of a step; the design is its fragment. */
export const stepPath = (step: Step, code: string): string => `/design?step=${step}#${code}`
