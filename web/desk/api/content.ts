import type { Schemas } from '@shared/api/contract'
import { call, query } from './client'

type SentCampaign = Schemas['DeskCampaign']
export type DeskCampaign = SentCampaign & { code: string }
export type DeskPromo = Schemas['DeskBannerText']
export type DeskProject = Schemas['DeskProject']
export type DeskStore = Schemas['DeskStore']
export type DeskHomeText = Schemas['DeskHomeText']
export type DeskHours = Schemas['DeskHours']

export type CampaignInput = Schemas['SaveCampaign']
export type PromoInput = Schemas['SaveBannerText']
export type ProjectInput = Schemas['SaveProject']
export type StoreInput = Schemas['SaveStore']

interface Context {
  signal: AbortSignal
}

/** Campaigns of an earlier time have no code: their id stands in the address. */
const withCode = (campaign: SentCampaign): DeskCampaign => ({
  ...campaign,
  code: campaign.code ?? String(campaign.id),
})

export const campaigns = {
  list: {
    queryKey: query('/desk/content/campaigns').queryKey,
    queryFn: async ({ signal }: Context) => (await call('GET', '/desk/content/campaigns', { signal })).map(withCode),
  },
  withCode,
  create: async (body: CampaignInput, key: string) => withCode(await call('POST', '/desk/content/campaigns', { body, key })),
  save: async (id: number, body: CampaignInput) => withCode(await call('PUT', '/desk/content/campaigns/{id}', { path: { id }, body })),
  remove: (id: number, version: number) => call('DELETE', '/desk/content/campaigns/{id}', { path: { id }, query: { version } }),
}

export const banner = {
  list: {
    queryKey: query('/desk/content/banner').queryKey,
    queryFn: ({ signal }: Context) => call('GET', '/desk/content/banner', { signal }),
  },
  save: (code: string, body: PromoInput) => call('PUT', '/desk/content/banner/{code}', { path: { code }, body }),
  remove: (code: string, version: number) => call('DELETE', '/desk/content/banner/{code}', { path: { code }, query: { version } }),
  order: (codes: string[]) => call('POST', '/desk/content/banner/order', { body: { codes } }),
}

export const projects = {
  list: {
    queryKey: query('/desk/content/projects').queryKey,
    queryFn: ({ signal }: Context) => call('GET', '/desk/content/projects', { signal }),
  },
  save: (code: string, body: ProjectInput) => call('PUT', '/desk/content/projects/{code}', { path: { code }, body }),
  remove: (code: string, version: number) => call('DELETE', '/desk/content/projects/{code}', { path: { code }, query: { version } }),
  order: (codes: string[]) => call('POST', '/desk/content/projects/order', { body: { codes } }),
}

export const stores = {
  list: {
    queryKey: query('/desk/content/stores').queryKey,
    queryFn: ({ signal }: Context) => call('GET', '/desk/content/stores', { signal }),
  },
  save: (code: string, body: StoreInput) => call('PUT', '/desk/content/stores/{code}', { path: { code }, body }),
  remove: (code: string, version: number) => call('DELETE', '/desk/content/stores/{code}', { path: { code }, query: { version } }),
  order: (codes: string[]) => call('POST', '/desk/content/stores/order', { body: { codes } }),
}

export const catalogue = {
  one: query('/desk/content/catalogue'),
  save: (body: Schemas['SaveBrochure']) => call('PUT', '/desk/content/catalogue', { body }),
}

export const home = {
  list: query('/desk/content/home'),
  one: (key: string) => call('GET', '/desk/content/home/{key}', { path: { key } }),
  save: (key: string, body: Schemas['SaveHomeText']) => call('PUT', '/desk/content/home/{key}', { path: { key }, body }),
  remove: (key: string, version: number) => call('DELETE', '/desk/content/home/{key}', { path: { key }, query: { version } }),
}

export const hours = {
  one: query('/desk/content/hours'),
  save: (body: Schemas['SaveHours']) => call('PUT', '/desk/content/hours', { body }),
}
