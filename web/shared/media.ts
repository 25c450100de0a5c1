/** In `em`, which follows the text's size that the browser is set to: 16 pixels unless changed. */
/* @__NO_SIDE_EFFECTS__ */
const em = (pixels: number) => `${String(pixels / 16)}em`

/** Media queries by screen width: `@media (--wide)` in CSS, `matchMedia(wide)` in scripts. */
export const tiny = `(max-width: ${em(359)})`
export const small = `(max-width: ${em(389)})`
export const slim = `(max-width: ${em(420)})`
export const phone = `(max-width: ${em(599)})`
export const tablet = `(min-width: ${em(600)})`
export const narrow = `(max-width: ${em(991)})`
export const wide = `(min-width: ${em(992)})`
/** The header's words with the selection's. */
export const worded = `(min-width: ${em(1104)})`
export const full = `(min-width: ${em(1280)})`
/** The shop's container has its largest width, 1392 px. */
export const contained = `(min-width: ${em(1440)})`

/** Of a list, in `@container`: a row with its drawing, its words and its price side by side. */
export const rows = `(min-width: ${em(680)})`

/** Those of the desk, whose sidebar takes its share of the width. */
export const handheld = `(max-width: ${em(767)})`
export const desktop = `(min-width: ${em(768)})`
/** The quotes' list or the open quote, not both. */
export const single = `(max-width: ${em(1149)})`
export const paired = `(min-width: ${em(1150)})`
/** The quotes' list or the facts of the open quote. */
export const close = `(max-width: ${em(1279)})`
export const stacked = `(max-width: ${em(1180)})`
export const snug = `(max-width: ${em(1360)})`
export const roomy = `(min-width: ${em(1361)})`
