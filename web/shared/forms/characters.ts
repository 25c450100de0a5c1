/** Spaces, dashes, dots, slashes and brackets of all kinds, and characters that are drawn as nothing. The services have the same rule. */
const invisibles = String.raw`\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\u{e0000}-\u{e0fff}`
const dashes = String.raw`\p{Pd}\u00ad\u02d7\u2043\u207b\u208b\u2212\u2796`
const dots = String.raw`.\u00b7\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\uff0e\uff61\uff65`
const slashes = String.raw`\/\\\u2044\u2215\u2216\u29f5\u29f8\uff0f\uff3c`

export const opening = /^[\p{Ps}<]$/u
export const closing = /^[\p{Pe}>]$/u
export const separators = new RegExp(String.raw`[\s\u0085${dashes}${dots}${slashes}\p{Ps}\p{Pe}<>${invisibles}]`, 'gu')
export const invisible = new RegExp(`[${invisibles}]`, 'gu')
