import type { QueryFilters } from '@tanstack/react-query'
import { makeClient } from '@shared/api/client'
import type { paths } from '@shared/api/schema'
import { readCookie } from '@shared/api/transport'
import { currentLanguage } from '@/lib/i18n/current'
import { goToLogin } from '@/lib/login'
import { validateSession } from '@/lib/session'
import { InlinedData } from './inlined-data'
import { csrfCookie } from './transport'

/** Calls whose 401 is about the credentials in the body instead of the session. */
const credentialCall = /^\/(Auth|Sessions)\//i

const inlinedData = new InlinedData()

/**
 * The calls of the shop. A 401 renews the session once and repeats the call; without a session, it navigates to the sign-in
 * screen. Rejects with an `ApiError` if the server does not say whether there is one.
 */
export const { call, query } = makeClient<paths>({
  csrfCookie,
  language: currentLanguage,
  repair: async ({ status }, path) => {
    if (status !== 401 || credentialCall.test(path)) return false
    const isLive = await validateSession()
    if (!isLive) goToLogin()
    return isLive
  },
  inlined: (path, parameters) => inlinedData.body(path, parameters, readCookie(csrfCookie) !== null),
})

/** Queries of the signed-in visitor's data, which are removed when the session ends. */
export const accountQueries: QueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && /^\/(account|carts)\//.test(path),
}
