import type { Schemas } from '@shared/api/contract'

// The desk's names of the contract's closed sets of words. Choices list the words in the order of the contract.

export {
  inquiryDueValues as dues,
  followUpKindValues as followUpKinds,
  importResultValues as importResults,
  inquiryKindValues as quoteKinds,
  inquirySourceValues as sources,
  mailKindValues as mailKinds,
  mailStateValues as mailStates,
  inquiryStatusValues as quoteStatuses,
  orderSourceValues as orderSources,
  orderStatusValues as orderStatuses,
  paymentMethodValues as paymentMethods,
  paymentStatusValues as paymentStatuses,
  staffCancellationReasonValues as cancelReasons,
  staffRoleValues as roles,
  visitChannelValues as visitChannels,
} from '@shared/api/schema'

export type Role = Schemas['StaffRole']
export type Permission = Schemas['Permission']
export type QuoteStatus = Schemas['InquiryStatus']
export type QuoteKind = Schemas['InquiryKind']
export type Source = Schemas['InquirySource']
export type Due = Schemas['InquiryDue']
export type FollowUpKind = Schemas['FollowUpKind']
export type Reason = Schemas['InquiryReason']
export type Channel = Schemas['ContactChannel']
export type Outcome = Schemas['ContactOutcome']
export type OfferState = Schemas['OfferState']
export type OrderStatus = Schemas['OrderStatus']
export type PaymentStatus = Schemas['PaymentStatus']
export type OrderSource = Schemas['OrderSource']
export type PaymentMethod = Schemas['PaymentMethod']
export type CancelReason = Schemas['StaffCancellationReason']
export type CancelledBecause = Schemas['CancelledBecause']
export type OfferMove = Schemas['OfferMove']
export type MailKind = Schemas['MailKind']
export type MailState = Schemas['MailState']
export type NoticeKind = Schemas['NoticeKind']
export type DecisionWay = Schemas['DecisionWay']
export type VisitChannel = Schemas['VisitChannel']

export type NotificationKind = keyof Schemas['Notifications']
export const notificationKinds = ['newQuote', 'followUpDue', 'offer', 'mention'] as const satisfies readonly NotificationKind[]

/** Words of a set that one choice offers. */
export const lostReasons = ['price', 'time', 'competitor', 'noAnswer', 'notMade', 'other'] as const satisfies readonly Reason[]
export const closedReasons = ['catalogue', 'question', 'spam', 'duplicate', 'other'] as const satisfies readonly Reason[]
export const callOutcomes = ['talked', 'noAnswer', 'busy', 'wrongNumber'] as const satisfies readonly Outcome[]

export type ProductReason = Schemas['AbsenceReason']
export type StockReason = Schemas['StockReason']
/** Stock that a list of products is filtered by. */
export const stockLevels = ['in', 'out', 'low', 'madeToOrder', 'runningOut'] as const
export type StockLevel = (typeof stockLevels)[number]

export type ImportField = Schemas['ImportField']
export type ImportState = Schemas['ImportState']
export type ImportSource = Schemas['ImportSource']
export type ImportResult = Schemas['ImportResult']

export type RecordKind = Schemas['RecordKind']
