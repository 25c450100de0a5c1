import type { TFunction } from 'i18next'
import { readStored, writeStored } from '@shared/storage'
import type { TextKey } from '@shared/text-key'
import { call } from '@desk/api/client'
import type { NoticeKind } from '@desk/api/words'
import { noticeTexts } from './texts'

// Push messages to this browser. A subscription belongs to the session, so that each session renews it.

const worker = '/desk/push-worker.js'

/** Whose notices this browser shows: on a shared computer, another person's session does not renew the subscription. */
const ownerKey = 'desk-push'

/** Texts of push messages, which carry no names. */
const pushTexts = {
  ...noticeTexts,
  mention: 'PUSH.MENTION',
  approvalAsked: 'PUSH.APPROVAL_ASKED',
  approvalGiven: 'PUSH.APPROVAL_GIVEN',
  approvalRefused: 'PUSH.APPROVAL_REFUSED',
  workHandedOver: 'PUSH.WORK_HANDED_OVER',
} as const satisfies Record<NoticeKind, TextKey>

export const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The subscription of this browser for a person; null if there is none. */
export async function subscriptionOf(person: string): Promise<PushSubscription | null> {
  const registration = hasPush() && readStored(ownerKey) === person ? await navigator.serviceWorker.getRegistration(worker) : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function save(subscription: PushSubscription, t: TFunction): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const texts = Object.fromEntries(Object.entries(pushTexts).map(([kind, key]) => [kind, t(key)]))
  await (await caches.open('desk-push')).put('/desk/push-texts', Response.json(texts))
  await call('PUT', '/desk/me/push', { body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } } })
}

/** Asks for the permission and subscribes. Resolves to false if the person or the browser refuses. */
export async function subscribe(publicKey: string, person: string, t: TFunction): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(worker)
  const { pushManager } = await navigator.serviceWorker.ready
  await save(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }), t)
  writeStored(ownerKey, person)
  return true
}

export async function unsubscribe(person: string): Promise<void> {
  const subscription = await subscriptionOf(person)
  if (subscription === null) return
  await call('DELETE', '/desk/me/push', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
  writeStored(ownerKey, null)
}

/** Tells the present session of the browser's subscription, if the person has one; without asking. */
export async function renewPush(person: string, t: TFunction): Promise<void> {
  const subscription = await subscriptionOf(person)
  if (subscription !== null && Notification.permission === 'granted') await save(subscription, t)
}
