import { useQuery } from '@tanstack/react-query'
import { desk } from '@desk/api/client'
import { queryKeys } from '@desk/api/keys'
import type { TeamName } from '@desk/api/types'

/** The team's names, for choices and mentions; empty while they load. */
export function useTeamNames(): readonly TeamName[] {
  const { data = [] } = useQuery({
    queryKey: queryKeys.teamNames,
    queryFn: () => desk.get<TeamName[]>('team/names'),
    staleTime: 5 * 60_000,
  })
  return data
}
