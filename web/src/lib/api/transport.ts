import { sendRequest } from '@shared/api/transport'
import { currentLanguage } from '@/lib/i18n/current'

/** Name of the cookie with the shop's CSRF token. */
export const csrfCookie = 'XSRF-TOKEN'

/** Sends a request of the shop. Rejects with an `ApiError` of status 0 without a response. */
export const send = (request: Request) => sendRequest(request, currentLanguage(), csrfCookie)
