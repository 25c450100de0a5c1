import type { Language } from '@shared/language'

/** `15%` in en, else `15 %`. */
export const percentText = (percent: number, language: Language): string => (language === 'en' ? `${percent}%` : `${percent}\u00a0%`)

/** The first name of a whole name. */
export const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
