import type { DesignCode } from './code.ts'

/** Whether a value has the form of a code. `decodeDesign` tells whether it is the code of a design. */
export const isCodeText = (value: unknown): value is DesignCode => typeof value === 'string' && /^[\w-]{20,90}$/.test(value)
