import type { ParseKeys } from 'i18next'

/** A key of the translation files. */
export type TextKey = ParseKeys
