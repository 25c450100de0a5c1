import type { TFunction } from 'i18next'
import type { Schemas } from '@shared/api/contract'
import type { TextKey } from '@shared/text-key'
import { visitChannels, type VisitChannel } from '@desk/api/words'
import { words } from '@desk/list/list'

export const channelTexts = {
  direct: 'VISIT.DIRECT',
  search: 'VISIT.SEARCH',
  social: 'VISIT.SOCIAL',
  ads: 'VISIT.ADS',
  feed: 'VISIT.FEED',
  mail: 'VISIT.MAIL',
  referral: 'VISIT.REFERRAL',
  unknown: 'VISIT.UNKNOWN',
} as const satisfies Record<VisitChannel, TextKey>

/** How a customer came to the shop: channel, site or service, and campaign. */
export const visitText = (t: TFunction, { channel, source, campaign }: Schemas['Visit']): string =>
  [t(channelTexts[channel]), source, campaign].filter(Boolean).join(' · ')

/** A filter by the channel of the customer's visit. */
export const byChannel = words('channel', 'VISIT.LABEL', visitChannels, (channel) => channelTexts[channel])
