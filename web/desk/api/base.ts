/** Base path of the desk's calls. */
export const base = '/api/v1.0/desk'

/** Name of the cookie with the desk's CSRF token. */
export const csrfCookie = 'DESK-XSRF-TOKEN'
