import type { ParseKeys } from 'i18next'

/** A key of the desk's texts. */
export type TextKey = ParseKeys
