/** The text of a design in a link: 20 to 90 characters of the URL-safe base 64 alphabet. */
export type DesignCode = string & { readonly __brand: 'DesignCode' }

/** Whether a value has the form of a code. `decodeDesign` tells whether it is the code of a design. */
export const isCodeText = (value: unknown): value is DesignCode => typeof value === 'string' && /^[\w-]{20,90}$/.test(value)
