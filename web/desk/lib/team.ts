import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { TeamName } from '@desk/api/records'
import type { Role } from '@desk/api/words'

/** The team's names, for choices and mentions; empty while they load. */
export function useTeamNames(): readonly TeamName[] {
  const { data = [] } = useQuery({ ...query('/desk/team/names'), staleTime: 5 * 60_000 })
  return data
}

const quoteRoles: readonly Role[] = ['owner', 'manager', 'sales']

/** Whether a quote may be given to somebody. */
export const takesQuotes = ({ role }: TeamName): boolean => quoteRoles.includes(role)

/** Whether an order may be given to somebody. */
export const takesOrders = ({ role }: TeamName): boolean => role === 'warehouse' || quoteRoles.includes(role)
