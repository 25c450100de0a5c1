/** Query keys by record, so that the event stream can invalidate them. */
export const queryKeys = {
  quotes: (filters: Readonly<Record<string, string>>) => ['quotes', 'list', filters] as const,
  allQuoteLists: ['quotes', 'list'] as const,
  quoteCounts: (filters: Readonly<Record<string, string>> = {}) => ['quotes', 'counts', filters] as const,
  allQuoteCounts: ['quotes', 'counts'] as const,
  quote: (number: string) => ['quotes', 'one', number] as const,
  offer: (id: string) => ['offers', 'one', id] as const,
  allOfferLists: ['offers', 'of'] as const,
  offersOf: (number: string) => ['offers', 'of', number] as const,
  products: (term: string, language: string) => ['products', 'search', term, language] as const,
  team: ['team', 'all'] as const,
  teamNames: ['team', 'names'] as const,
  activity: (filters: Readonly<Record<string, string>>) => ['activity', filters] as const,
  stores: ['stores'] as const,
  factors: ['me', 'factors'] as const,
  recoveryCodes: ['me', 'recovery-codes'] as const,
  devices: ['me', 'devices'] as const,
}
