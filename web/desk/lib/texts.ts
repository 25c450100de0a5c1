import type {
  Channel,
  DecisionWay,
  Due,
  FollowUpKind,
  NoticeKind,
  NotificationKind,
  Outcome,
  QuoteKind,
  QuoteStatus,
  Reason,
  Role,
  Source,
} from '@desk/api/words'
import type { Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'
import type { StatusView } from '@desk/components/Parts'

// The texts of the contract's words. One place, so that a new word does not compile without its text.

/** Languages within a sentence; `languageNames` has their own names, to choose one. */
export const languageTexts = {
  az: 'LANGUAGES.AZ',
  ru: 'LANGUAGES.RU',
  en: 'LANGUAGES.EN',
} as const satisfies Record<Language, TextKey>

export const roleTexts = {
  owner: 'ROLES.OWNER',
  manager: 'ROLES.MANAGER',
  sales: 'ROLES.SALES',
  warehouse: 'ROLES.WAREHOUSE',
  editor: 'ROLES.EDITOR',
} as const satisfies Record<Role, TextKey>

export const notificationTexts = {
  newQuote: 'ME.NOTIFY_NEW_QUOTE',
  followUpDue: 'ME.NOTIFY_FOLLOW_UP',
  offer: 'ME.NOTIFY_OFFER',
  mention: 'ME.NOTIFY_MENTION',
} as const satisfies Record<NotificationKind, TextKey>

export const noticeTexts = {
  mention: 'NOTICES.MENTION',
  approvalAsked: 'NOTICES.APPROVAL_ASKED',
  approvalGiven: 'NOTICES.APPROVAL_GIVEN',
  approvalRefused: 'NOTICES.APPROVAL_REFUSED',
  offerOpened: 'NOTICES.OFFER_OPENED',
  offerAccepted: 'NOTICES.OFFER_ACCEPTED',
  offerDeclined: 'NOTICES.OFFER_DECLINED',
  changeAsked: 'NOTICES.CHANGE_ASKED',
  offerWanted: 'NOTICES.OFFER_WANTED',
  quoteAssigned: 'NOTICES.QUOTE_ASSIGNED',
  quoteTaken: 'NOTICES.QUOTE_TAKEN',
  orderAssigned: 'NOTICES.ORDER_ASSIGNED',
  orderTaken: 'NOTICES.ORDER_TAKEN',
  workHandedOver: 'NOTICES.WORK_HANDED_OVER',
  newQuote: 'NOTICES.NEW_QUOTE',
  customerMessage: 'NOTICES.CUSTOMER_MESSAGE',
  followUpDue: 'NOTICES.FOLLOW_UP_DUE',
  followUpOverdue: 'NOTICES.FOLLOW_UP_OVERDUE',
} as const satisfies Record<NoticeKind, TextKey>

export const statuses = {
  new: { text: 'STATUS.NEW', tone: 'amber', isFilled: false },
  assigned: { text: 'STATUS.ASSIGNED', tone: 'ink', isFilled: false },
  waiting: { text: 'STATUS.WAITING', tone: 'grey', isFilled: false },
  offered: { text: 'STATUS.OFFERED', tone: 'ink', isFilled: true },
  won: { text: 'STATUS.WON', tone: 'emerald', isFilled: true },
  lost: { text: 'STATUS.LOST', tone: 'ruby', isFilled: false },
  closed: { text: 'STATUS.CLOSED', tone: 'grey', isFilled: true },
} as const satisfies Record<QuoteStatus, StatusView>

export const dueTexts = {
  toOrder: 'DUE.TO_ORDER',
  changeWanted: 'DUE.CHANGE_WANTED',
  overdue: 'DUE.OVERDUE',
  today: 'DUE.TODAY',
  unanswered: 'DUE.UNANSWERED',
  new: 'DUE.NEW',
  waiting: 'DUE.WAITING',
  later: 'DUE.LATER',
  done: 'DUE.DONE',
} as const satisfies Record<Due, TextKey>

export const kindTexts = {
  quote: 'KINDS.QUOTE',
  contact: 'KINDS.CONTACT',
  catalogue: 'KINDS.CATALOGUE',
} as const satisfies Record<QuoteKind, TextKey>

export const sourceTexts = {
  website: 'SOURCES.WEBSITE',
  walkIn: 'SOURCES.WALK_IN',
  phone: 'SOURCES.PHONE',
  whatsapp: 'SOURCES.WHATSAPP',
  mail: 'SOURCES.MAIL',
  other: 'SOURCES.OTHER',
} as const satisfies Record<Source, TextKey>

export const followUpTexts = {
  call: 'FOLLOW_UP.CALL',
  visit: 'FOLLOW_UP.VISIT',
  measure: 'FOLLOW_UP.MEASURE',
  offer: 'FOLLOW_UP.OFFER',
  other: 'FOLLOW_UP.OTHER',
} as const satisfies Record<FollowUpKind, TextKey>

export const reasonTexts = {
  price: 'REASONS.PRICE',
  time: 'REASONS.TIME',
  competitor: 'REASONS.COMPETITOR',
  noAnswer: 'REASONS.NO_ANSWER',
  notMade: 'REASONS.NOT_MADE',
  catalogue: 'REASONS.CATALOGUE',
  question: 'REASONS.QUESTION',
  spam: 'REASONS.SPAM',
  duplicate: 'REASONS.DUPLICATE',
  other: 'REASONS.OTHER',
} as const satisfies Record<Reason, TextKey>

export const channelTexts = {
  call: 'CHANNELS.CALL',
  whatsapp: 'CHANNELS.WHATSAPP',
  mail: 'CHANNELS.MAIL',
  visit: 'CHANNELS.VISIT',
} as const satisfies Record<Channel, TextKey>

export const outcomeTexts = {
  talked: 'OUTCOMES.TALKED',
  noAnswer: 'OUTCOMES.NO_ANSWER',
  busy: 'OUTCOMES.BUSY',
  wrongNumber: 'OUTCOMES.WRONG_NUMBER',
  sent: 'OUTCOMES.SENT',
  replied: 'OUTCOMES.REPLIED',
} as const satisfies Record<Outcome, TextKey>

/** How an offer was decided. */
export const wayTexts = {
  link: 'OFFERS.VIA_LINK',
  linkAtDesk: 'OFFERS.VIA_LINK_AT_DESK',
  phone: 'OFFERS.VIA_PHONE',
} as const satisfies Record<DecisionWay, TextKey>
