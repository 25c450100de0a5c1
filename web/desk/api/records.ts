import type { paths, Schemas } from '@shared/api/contract'

/** A schema with fields that the contract describes in prose: what is never null. */
type Narrow<Base, Fields extends Partial<Record<keyof Base, unknown>>, Given extends keyof Base = never> = Omit<
  Base,
  keyof Fields | Given
> &
  Fields & { [Name in Given]-?: NonNullable<Base[Name]> }

export type Person = Schemas['Person']
export type BulkRow = Schemas['BulkRow']

export type Me = Schemas['Me']
export type Session = Narrow<Schemas['Session'], object, 'expiresAt'>
export type ConfirmedFactor = Narrow<Schemas['ConfirmedSecondFactor'], { session: Session }>
export type Invitation = Narrow<Schemas['Invitation'], object, 'role' | 'expiresAt'>
type SecondFactor = Narrow<Schemas['SecondFactor'], object, 'createdAt'>
type Device = Narrow<Schemas['Device'], object, 'createdAt' | 'lastUsedAt' | 'expiresAt'>
export type NewSecondFactor = Schemas['NewSecondFactor']

export type Staff = Narrow<Schemas['Staff'], object, 'role' | 'language' | 'changedAt'>
export type TeamName = Narrow<Schemas['TeamName'], object, 'role'>
export type Activity = Narrow<Schemas['Activity'], { changes: Record<string, [unknown, unknown]> }, 'at'>

export type Notice = Schemas['Notice']
export type Mail = Narrow<Schemas['Mail'], object, 'createdAt'>

export type FollowUp = Schemas['FollowUp']
export type PlannedStep = Schemas['PlannedStep']
export type QuoteProduct = Narrow<Schemas['QuoteProduct'], object, 'quantity'>
export type QuoteItem = QuoteProduct & Pick<Schemas['QuoteItem'], 'id' | 'measuring' | 'measures' | 'measuresOf' | 'note' | 'design'>
export type QuoteRow = Narrow<Schemas['QuoteRow'], { product: QuoteProduct | null }, 'language' | 'createdAt' | 'changedAt'>
export type Conversation = Schemas['QuoteConversation']
export type Quote = QuoteRow &
  Narrow<
    Omit<Schemas['Quote'], keyof Schemas['QuoteRow']>,
    {
      items: QuoteItem[]
      earlier: { quotes: Narrow<Schemas['EarlierQuote'], object, 'createdAt'>[]; orders: Schemas['OtherOrder'][] }
    }
  >
export type CalendarEntry = Omit<Schemas['CalendarEntry'], 'quote'> & { quote: QuoteRow }
export type QuoteCounts = Schemas['QuoteCounts']

export type TimelineEntry = Schemas['TimelineEntry']
export type CustomerEntry = Schemas['CustomerEntry']
export type OrderEntry = Schemas['OrderTimelineEntry']

export type LineCatalog = Schemas['LineCatalog']
export type OfferLine = Schemas['OfferLine']
export type OfferDesign = NonNullable<OfferLine['design']>
/** Costs of a designed piece, for those who may read them. */
export type DesignCosts = NonNullable<OfferDesign['costs']>
export type Offer = Narrow<Schemas['Offer'], object, 'language' | 'createdAt' | 'changedAt'>
/** The fields of a draft that can be changed. */
export type OfferFields = Pick<
  Offer,
  'language' | 'validUntil' | 'makeDays' | 'depositPercent' | 'deliveryText' | 'deliveryPrice' | 'message' | 'remind'
> & { lines: LineInput[]; mediaIds: string[] }
/** A line as it is saved; without an id it is new. */
export type LineInput = Pick<OfferLine, 'productId' | 'name' | 'detail' | 'imageUrl' | 'quantity' | 'listPrice' | 'discount'> & {
  id?: string
  /** Of a new line: number of the quote's designed piece that it shows. */
  itemId?: number
  /** Of a new line: code of its design. */
  designCode?: string
  /** Takes the design off the line. */
  detach?: boolean
} & Partial<Pick<OfferLine, 'isMadeToOrder' | 'isPriceToCheck'>>

export type Delivery = Schemas['Delivery']
export type OrderRow = Narrow<Schemas['OrderRow'], object, 'changedAt'>
export type OrderItem = Schemas['DeskOrderItem']
export type Order = OrderRow &
  Narrow<Omit<Schemas['DeskOrder'], keyof Schemas['OrderRow']>, { payments: Narrow<Schemas['OrderPayment'], object, 'at'>[] }>

type PaperHead = Narrow<Schemas['PaperHead'], object, 'printedAt' | 'printedBy'>
export type PickSlip = PaperHead & Omit<Schemas['PickSlip'], keyof Schemas['PaperHead']>
export type DeliveryNote = PaperHead & Narrow<Omit<Schemas['DeliveryNote'], keyof Schemas['PaperHead']>, object, 'shippingAddress'>

/** Fields that all records of content have. */
export type ContentRow = Schemas['Published'] & {
  code: string
  /** Place among the others, from 0; absent for those without an order. */
  position?: number
}
export type ContentState = ContentRow['state']
export type Pictured = Schemas['Pictured']
export type PictureInput = Schemas['PictureInput']

export type Media = Narrow<Schemas['Media'], object, 'createdAt'>
export type ProductImage = Schemas['DeskImage']
export type ProductRow = Narrow<Schemas['DeskProductRow'], object, 'changedAt'>
export type DeskProduct = ProductRow &
  Narrow<
    Omit<Schemas['DeskProduct'], keyof Schemas['DeskProductRow']>,
    {
      previousPrice: Narrow<Schemas['PreviousPrice'], object, 'until'> | null
      related: { mode: 'auto' | 'chosen'; productIds: number[] }
      stale: Narrow<Schemas['StaleText'], object, 'changedAt'>[]
    }
  >
type ProductPrice = Narrow<Schemas['ProductPrice'], object, 'at'>
export type StockMove = Narrow<Schemas['StockMove'], object, 'at'>
type AdjustedStock = Narrow<Schemas['AdjustedStock'], { move: StockMove }>
export type ProductBulk = Schemas['ChangeProducts']
export type SheetRow = Schemas['RowInput'] & { code: string }
/** Outcome for one of several products. */
export type ProductBulkRow = Narrow<Schemas['ChangedProduct'], { changes: Record<string, { from: unknown; to: unknown }> }>
type ProductBulkResult = Narrow<Schemas['ChangedProducts'], { results: ProductBulkRow[]; undo: ProductBulk | null }>

export type Import = Narrow<Schemas['ProductImport'], object, 'createdAt'>
export type ImportRow = Narrow<Schemas['ProductImportRow'], { changes: Record<string, { from: unknown; to: unknown }> }>

export type Today = Narrow<
  Schemas['Today'],
  {
    waiting: { rows: QuoteRow[]; total: number } | null
    followUps: QuoteRow[] | null
    deliveries: OrderRow[] | null
  }
>

export type SavedView = Schemas['View']
export type Template = Schemas['Template']
export type DeadLetter = Schemas['DeadLetter']

export type CustomerRow = Schemas['CustomerRow']
export type Customer = CustomerRow &
  Narrow<Omit<Schemas['Customer'], keyof Schemas['CustomerRow']>, { quotes: QuoteRow[]; orders: OrderRow[] }>

/** Results of a search. */
export type Found = Narrow<Schemas['FoundRecords'], { quotes: QuoteRow[]; orders: OrderRow[]; products: ProductRow[] }>

/** The records of the desk, by the schema that each narrows. */
interface Records {
  Session: Session
  Today: Today
  FoundRecords: Found
  ConfirmedSecondFactor: ConfirmedFactor
  Invitation: Invitation
  SecondFactor: SecondFactor
  Device: Device
  Staff: Staff
  TeamName: TeamName
  Activity: Activity
  Mail: Mail
  CalendarEntry: CalendarEntry
  QuoteRow: QuoteRow
  Quote: Quote
  Offer: Offer
  OrderRow: OrderRow
  DeskOrder: Order
  PickSlip: PickSlip
  DeliveryNote: DeliveryNote
  Customer: Customer
  Media: Media
  DeskProductRow: ProductRow
  DeskProduct: DeskProduct
  ProductPrice: ProductPrice
  StockMove: StockMove
  AdjustedStock: AdjustedStock
  ChangedProducts: ProductBulkResult
  ProductImport: Import
  ProductImportRow: ImportRow
}

/** The record of a schema that equals a type; `never` without one. */
type RecordOf<T> = { [Name in keyof Records]: [T, Schemas[Name]] extends [Schemas[Name], T] ? Records[Name] : never }[keyof Records]

type Narrowed<T> = T extends null ? T : [RecordOf<T>] extends [never] ? T : RecordOf<T>

type NarrowedData<T> = T extends (infer Row)[] ? Narrowed<Row>[] : Narrowed<T>

type NarrowedBody<Body> = Body extends { data: infer Data } ? Omit<Body, 'data'> & { data: NarrowedData<Data> } : Body

type NarrowedOperation<O> = O extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Omit<O, 'responses'> & { responses: { 200: { content: { 'application/json': NarrowedBody<Body> } } } }
  : O

/** The contract with the desk's records as answers. */
export type DeskPaths = { [P in keyof paths]: { [M in keyof paths[P]]: NarrowedOperation<paths[P][M]> } }
