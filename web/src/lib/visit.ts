import { readStored, writeStored } from '@shared/storage'
import { sentVisit, visitKey, type Visit } from './sent-visit'

const maxAgeMs = 30 * 24 * 60 * 60 * 1_000
const maxSource = 60
const maxCampaign = 100
const maxPath = 200

/** Parameters that advertisers add to the links of advertisements; only their kind is kept. */
const adParameters: Record<string, string> = { gclid: 'google', gbraid: 'google', wbraid: 'google', yclid: 'yandex' }

/** Words of `utm_medium` by channel. */
const mediums: readonly [Visit['channel'], RegExp][] = [
  ['ads', /^(cpc|cpm|cpv|ppc|ads?|banner|display|paid.*|retargeting)$/],
  ['mail', /mail|newsletter/],
  ['feed', /^(feed|shopping)$/],
  ['social', /social|^(sm|smm|story|post|bio)$/],
  ['search', /^(organic|search)$/],
]

/** Names within hosts, by channel. */
const sites: readonly [Visit['channel'], RegExp][] = [
  ['mail', /^(mail|e\.mail|outlook|webmail)\./],
  ['search', /(^|\.)(google|bing|yandex|ya|duckduckgo|yahoo|baidu|ecosia|qwant|startpage|rambler|go\.mail)\.[a-z.]+$/],
  [
    'social',
    /(^|\.)(facebook\.com|fb\.com|instagram\.com|threads\.(net|com)|t\.me|telegram\.(org|me)|tiktok\.com|youtube\.com|youtu\.be|pinterest\.[a-z.]+|linkedin\.com|lnkd\.in|twitter\.com|x\.com|t\.co|vk\.com|ok\.ru|whatsapp\.com|wa\.me|reddit\.com)$/,
  ],
]

const find = (table: readonly [Visit['channel'], RegExp][], text: string) => table.find(([, pattern]) => pattern.test(text))?.[0]

/**
 * How a visitor came to a page: by the parameters of its address, else by the site with the link. Null for a page that was opened
 * from the shop itself.
 */
export function visitOf(address: string, referrer: string, at: Date): Visit | null {
  const { searchParams, pathname, host } = new URL(address)
  const parameter = (name: string) => searchParams.get(name)?.trim() ?? ''
  const advertiser = Object.entries(adParameters).find(([name]) => searchParams.has(name))?.[1]
  const [utmSource, medium] = [parameter('utm_source').toLowerCase(), parameter('utm_medium').toLowerCase()]
  const from = URL.canParse(referrer) ? new URL(referrer) : null
  const isOwn = from?.host === host
  const site = isOwn ? '' : (from?.host.replace(/^www\./, '') ?? '')
  const visit = (channel: Visit['channel'], source: string): Visit => ({
    channel,
    source: source === '' ? null : source.slice(0, maxSource),
    campaign: parameter('utm_campaign').slice(0, maxCampaign) || null,
    landingPath: pathname.slice(0, maxPath),
    at: at.toISOString(),
  })
  if (advertiser !== undefined) return visit('ads', utmSource || advertiser)
  if (utmSource !== '' || medium !== '') {
    return visit(find(mediums, medium) ?? find(sites, `${utmSource}.com`) ?? find(sites, site) ?? 'referral', utmSource || site)
  }
  // Meta adds it to the links of posts too.
  if (searchParams.has('fbclid')) return visit('social', 'meta')
  if (isOwn) return null
  return site === '' ? visit('direct', '') : visit(find(sites, site) ?? 'referral', site)
}

/** The visit to keep: the one of a landing, unless it is a direct one and another of the last 30 days is kept. */
export function laterVisit(kept: Visit | undefined, landed: Visit | null, now: Date): Visit | null {
  const time = Date.parse(kept?.at ?? '')
  const isRecent = kept !== undefined && time <= now.getTime() && now.getTime() - time < maxAgeMs
  if (landed === null || (landed.channel === 'direct' && isRecent)) return isRecent ? kept : null
  return landed
}

/** Keeps how the visitor came to the first page that this load of the app has shown. */
export function keepVisit(address: string): void {
  const now = new Date()
  const visit = laterVisit(sentVisit(), visitOf(address, document.referrer, now), now)
  const text = visit && JSON.stringify(visit)
  if (text !== readStored(visitKey)) writeStored(visitKey, text)
}
