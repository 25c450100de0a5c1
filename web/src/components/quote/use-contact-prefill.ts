import { useEffect, useRef } from 'react'
import { useQuery } from '@shared/query/use-query'
import { addressesQuery, detailsQuery } from '@/lib/api/account-queries'
import { contactNames, contactsOfAccount, type Contacts } from '@/lib/quote/contacts'
import { useSession } from '@/lib/session'
import { useQuote } from '@/stores/quote'

/** Known contacts of the visitor, once loaded. */
function useKnownContacts(): Contacts | null {
  const { status, customer } = useSession()
  const last = useQuote(({ contacts }) => contacts)
  const enabled = status === 'signed-in'
  const details = useQuery({ ...detailsQuery, enabled })
  const addresses = useQuery({ ...addressesQuery, enabled })
  if (!enabled) return last?.customer === customer ? last.values : null
  if (details.data === undefined || addresses.isPending) return null
  return contactsOfAccount(details.data, addresses.data ?? [])
}

/**
 * Fills the empty fields of a form once: from the account, or with the last sent contacts of this tab. Returns whether they
 * are of the account.
 */
export function useContactPrefill(read: (name: keyof Contacts) => string, write: (name: keyof Contacts, value: string) => void): boolean {
  const known = useKnownContacts()
  const isOfAccount = useSession(({ status }) => status === 'signed-in')
  const isFilled = useRef(false)
  useEffect(() => {
    if (known === null || isFilled.current) return
    isFilled.current = true
    for (const name of contactNames) {
      if (known[name] !== '' && read(name).trim() === '') write(name, known[name])
    }
  })
  return known !== null && isOfAccount
}
