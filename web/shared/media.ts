/** Media queries by screen width: `@media (--wide)` in CSS, `matchMedia(wide)` in scripts. */
export const tiny = '(max-width: 359px)'
export const small = '(max-width: 389px)'
export const slim = '(max-width: 420px)'
export const phone = '(max-width: 599px)'
export const tablet = '(min-width: 600px)'
export const narrow = '(max-width: 991px)'
export const wide = '(min-width: 992px)'
export const full = '(min-width: 1280px)'
/** The shop's container has its largest width, 1392 px. */
export const contained = '(min-width: 1440px)'

/** Those of the desk, whose sidebar takes its share of the width. */
export const handheld = '(max-width: 767px)'
export const desktop = '(min-width: 768px)'
export const stacked = '(max-width: 1180px)'
export const snug = '(max-width: 1360px)'
export const roomy = '(min-width: 1361px)'
