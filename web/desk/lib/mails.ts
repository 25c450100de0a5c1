import type { MailKind, MailState } from '@desk/api/words'
import type { StatusView } from '@desk/components/Parts'
import type { TextKey } from '@shared/text-key'

export const mailKindTexts = {
  welcome: 'MAILS.KIND_WELCOME',
  email_verification: 'MAILS.KIND_EMAIL_VERIFICATION',
  already_registered: 'MAILS.KIND_ALREADY_REGISTERED',
  password_reset: 'MAILS.KIND_PASSWORD_RESET',
  order_received: 'MAILS.KIND_ORDER_RECEIVED',
  order_cancelled: 'MAILS.KIND_ORDER_CANCELLED',
  order_moved: 'MAILS.KIND_ORDER_MOVED',
  delivery_planned: 'MAILS.KIND_DELIVERY_PLANNED',
  order_corrected: 'MAILS.KIND_ORDER_CORRECTED',
  order_lapsed: 'MAILS.KIND_ORDER_LAPSED',
  order_link: 'MAILS.KIND_ORDER_LINK',
  quote_received: 'MAILS.KIND_QUOTE_RECEIVED',
  message_received: 'MAILS.KIND_MESSAGE_RECEIVED',
  catalogue: 'MAILS.KIND_CATALOGUE',
  staff_mail: 'MAILS.KIND_STAFF_MAIL',
  messages_unread: 'MAILS.KIND_MESSAGES_UNREAD',
  offer_sent: 'MAILS.KIND_OFFER_SENT',
  offer_revised: 'MAILS.KIND_OFFER_REVISED',
  offer_ends: 'MAILS.KIND_OFFER_ENDS',
  offer_accepted: 'MAILS.KIND_OFFER_ACCEPTED',
  staff_invite: 'MAILS.KIND_STAFF_INVITE',
  second_factor_reset: 'MAILS.KIND_SECOND_FACTOR_RESET',
  second_factor_locked: 'MAILS.KIND_SECOND_FACTOR_LOCKED',
  enrolment_link: 'MAILS.KIND_ENROLMENT_LINK',
  factor_added: 'MAILS.KIND_FACTOR_ADDED',
  device_remembered: 'MAILS.KIND_DEVICE_REMEMBERED',
  password_changed: 'MAILS.KIND_PASSWORD_CHANGED',
  staff_notices: 'MAILS.KIND_STAFF_NOTICES',
  shop_order: 'MAILS.KIND_SHOP_ORDER',
  shop_order_lapsing: 'MAILS.KIND_SHOP_ORDER_LAPSING',
  shop_order_lapsed: 'MAILS.KIND_SHOP_ORDER_LAPSED',
  shop_quote: 'MAILS.KIND_SHOP_QUOTE',
  shop_message: 'MAILS.KIND_SHOP_MESSAGE',
  shop_catalogue: 'MAILS.KIND_SHOP_CATALOGUE',
  shop_digest: 'MAILS.KIND_SHOP_DIGEST',
  shop_offer_accepted: 'MAILS.KIND_SHOP_OFFER_ACCEPTED',
  shop_offer_declined: 'MAILS.KIND_SHOP_OFFER_DECLINED',
  workshop_order: 'MAILS.KIND_WORKSHOP_ORDER',
} as const satisfies Record<MailKind, TextKey>

export const mailStateViews = {
  waiting: { text: 'MAILS.WAITING', tone: 'amber', isFilled: false },
  sent: { text: 'MAILS.SENT', tone: 'emerald', isFilled: true },
  failed: { text: 'MAILS.FAILED', tone: 'ruby', isFilled: true },
} as const satisfies Record<MailState, StatusView>

const reasons: readonly (readonly [RegExp, TextKey])[] = [
  [/^too many mails/, 'MAILS.REASON_TOO_MANY'],
  [/refused the recipient|^no mail can go/, 'MAILS.REASON_ADDRESS'],
  [/^the mail server refused/, 'MAILS.REASON_REFUSED'],
  [/^the mail (server|folder)/, 'MAILS.REASON_SERVER'],
  [/ is (gone|used|forgotten)/, 'MAILS.REASON_GONE'],
  [/^the [a-z ]+: /, 'MAILS.REASON_SERVICE'],
]

/** Why a mail did not go out, in words; the service keeps the reason of its log. */
export const mailReason = (reason: string): TextKey => reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? 'MAILS.REASON_OTHER'
