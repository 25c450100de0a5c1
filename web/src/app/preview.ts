import type { QueryClient } from '@tanstack/react-query'
import type { components } from '@shared/api/schema'
import { showToast } from '@shared/toasts'
import { promosQuery } from '@/features/content/queries'
import { campaignQuery, firstProjectQuery } from '@/features/home/queries'
import { storesQuery } from '@/lib/api/content-queries'
import { t } from '@/lib/i18n/instance'

type Schemas = components['schemas']

const dayMs = 86_400_000

/** Returns the records of a kind that the shop shows, will show or may show, as the desk has them. Rejects without a session of it. */
async function records<Row>(kind: string): Promise<Row[]> {
  const response = await fetch(`/api/v1.0/desk/content/${kind}?state=draft,planned,shown`)
  if (!response.ok) throw new Error(`${kind}: status ${response.status}`)
  return ((await response.json()) as { data: Row[] }).data
}

async function catalogueUrl(): Promise<string | null> {
  const response = await fetch('/api/v1.0/desk/content/catalogue')
  return response.ok ? ((await response.json()) as { data: { catalogueUrl: string | null } }).data.catalogueUrl : null
}

/** The record with a code first, then drafts, then what is planned. */
function first<Row extends { code?: string | null; state: string }>(rows: readonly Row[], code: string): Row | undefined {
  const rank = (row: Row) => (row.code === code ? -1 : ['draft', 'planned', 'shown'].indexOf(row.state))
  return [...rows].sort((one, other) => rank(one) - rank(other))[0]
}

/**
 * Loads the content with its drafts by the calls of the desk, and returns what shows it in the app. `code` names the record to
 * look at. Rejects without a session of the desk.
 */
export async function loadDrafts(code: string): Promise<(client: QueryClient) => void> {
  const [campaigns, banner, projects, stores, url] = await Promise.all([
    records<Schemas['DeskCampaign']>('campaigns'),
    records<Schemas['DeskBannerText']>('banner'),
    records<Schemas['DeskProject']>('projects'),
    records<Schemas['DeskStore']>('stores'),
    catalogueUrl(),
  ])
  showToast({ tone: 'done', text: t('COMMON.PREVIEW') })
  return (client) => {
    // The public responses do not replace it.
    const keep = ({ queryKey }: { queryKey: readonly unknown[] }, data: unknown) =>
      client.setQueryData(queryKey, data, { updatedAt: Date.now() + dayMs })
    const campaign = first(campaigns, code)
    // A draft may have no end yet.
    const endDate = campaign?.endDate ?? new Date(Date.now() + 7 * dayMs).toISOString()
    keep(campaignQuery, campaign === undefined ? null : { ...campaign, endDate })
    keep(
      promosQuery,
      banner.map(({ textAz, textRu, textEn }) => ({ textAz, textRu: textRu || textAz, textEn: textEn || textAz })),
    )
    for (const category of ['kitchen', 'wardrobe', 'garden'] as const) {
      const own = projects.filter((project) => project.category === category)
      const shown = own.find((project) => project.code === code) ?? own[0]
      const data = shown === undefined ? [] : [shown]
      keep(firstProjectQuery(category), { success: true, message: null, data, totalRecords: data.length, totalPages: data.length })
    }
    keep(storesQuery, { success: true, message: null, data: stores, catalogueUrl: url })
  }
}
