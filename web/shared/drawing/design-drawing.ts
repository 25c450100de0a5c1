import type { Language } from '@shared/language'

type DesignView = 'front' | 'inside' | 'plan'

/** Address of the drawing of a design; it depends on the code, the view and the language alone. */
export const designDrawing = (code: string, view: DesignView, language: Language): string =>
  `/images/designs/${encodeURIComponent(code)}.svg?view=${view}&lang=${language}`
