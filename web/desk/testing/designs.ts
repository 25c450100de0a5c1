import type { DesignCosts, OfferDesign, OfferLine } from '@desk/api/records'
import type { WorkshopItem, WorkshopLabel, WorkshopSheet } from '@desk/api/workshop'
import { designDrawing } from '@shared/drawing/design-drawing'

// Invented prices; the piece is that of the rule book's examples.

/** A wardrobe of 243 × 62 × 262 cm between walls. */
export const designCode = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'

export const makeCosts = (): DesignCosts => ({
  lines: [
    { group: 'board', key: 'lam18.white', name: 'Laminated board, 18 mm, white', quantity: 14.46, unit: 'm2', cost: 247.42, price: 373.71 },
    { group: 'board', key: 'back6.white', name: 'Back board, 6 mm, white', quantity: 8.62, unit: 'm2', cost: 71.4, price: 107.84 },
    { group: 'edge', key: 'lam18', name: 'Edging, white', quantity: 27.4, unit: 'm', cost: 30.1, price: 45.46 },
    { group: 'work', key: 'part', name: 'Part', quantity: 73, unit: 'piece', cost: 487.57, price: 759.45 },
  ],
  cost: 836.49,
  rounding: 0.5,
  net: 1090.64,
  vat: 196.32,
  margin: 254.15,
  marginPercent: 23.3,
})

/** The design of a line, measured and priced by the newest book. */
export const makeOfferDesign = (changes: Partial<OfferDesign> = {}): OfferDesign => ({
  code: designCode,
  rules: 1,
  prices: 1,
  isMeasured: true,
  isNewestPrices: true,
  vatPercent: 18,
  sentence: 'Wardrobe, between walls 243 × 62 × 262 cm',
  confirmText: 'Подтверждаю размер: в нише 243 × 62 × 262 см',
  confirmed: null,
  costs: null,
  ...changes,
})

export const makeDesignedLine = (changes: Partial<OfferDesign> = {}): OfferLine => ({
  id: 'l1',
  productId: null,
  code: null,
  name: 'Шкаф с шебеке, в нише',
  detail: '243 × 62 × 262 см, дуб, белый корпус',
  imageUrl: designDrawing(designCode, 'front', 'ru'),
  quantity: 1,
  listPrice: 2914,
  discount: 0,
  unitPrice: 2914,
  subtotal: 2914,
  isMadeToOrder: true,
  isPriceToCheck: false,
  catalog: null,
  design: makeOfferDesign(changes),
})

const none = { boxes: [], places: [], finish: 'white' }

/** A piece of two boards; its counts are those of one piece. */
export const makeWorkshopItem = (changes: Partial<WorkshopItem> = {}): WorkshopItem => ({
  no: 1,
  quantity: 1,
  isReadable: true,
  code: designCode,
  rules: 1,
  prices: 1,
  name: 'Wardrobe with lattice doors, between walls',
  confirmedText: 'I confirm the size: between walls 243 × 62 × 262 cm',
  outline: { niche: true, given: [2430, 2620, 620], furniture: [2370, 2580, 610] },
  massG: 295_302,
  pieces: 9,
  parts: [
    {
      ...none,
      no: 1,
      key: 'side',
      name: 'Side',
      count: 2,
      length: 2500,
      width: 589,
      thickness: 18,
      cutLength: 2498,
      cutWidth: 588,
      board: 'lam18',
      edges: '1011',
      places: ['c0'],
      boxes: [
        [0, 80, 0, 18, 2500, 589, 'c0'],
        [2352, 80, 0, 18, 2500, 589, 'c0'],
      ],
    },
    {
      ...none,
      no: 2,
      key: 'shelf',
      name: 'Shelf',
      count: 3,
      length: 572,
      width: 553,
      thickness: 18,
      cutLength: 572,
      cutWidth: 552,
      board: 'lam18',
      edges: '1000',
      places: ['b1', 'b2'],
      boxes: [
        [600, 500, 0, 572, 18, 553, 'b1'],
        [600, 900, 0, 572, 18, 553, 'b1'],
        [1200, 500, 0, 572, 18, 553, 'b2'],
      ],
    },
    {
      ...none,
      no: 3,
      key: 'lattice',
      name: 'Lattice, 7 × 16 cells',
      count: 4,
      length: 957,
      width: 463,
      thickness: 12,
      cutLength: 957,
      cutWidth: 463,
      board: 'lattice12',
      finish: 'oak',
      edges: '0000',
      places: ['b1'],
      boxes: [[600, 500, 590, 463, 957, 12, 'b1']],
    },
  ],
  edging: [{ board: 'lam18', finish: 'white', tapeMm: [1, 22], lengthMm: 27_400, orderM: 31 }],
  fittings: [
    { key: 'cam', name: 'Cam and dowel', count: 66, unit: 'piece', cuts: [] },
    {
      key: 'rail',
      name: 'Rail, 25 mm',
      count: 1685,
      unit: 'mm',
      cuts: [
        { length: 563, width: null, count: 1 },
        { length: 561, width: null, count: 2 },
      ],
    },
  ],
  hinges: [{ bay: 1, isUpper: false, side: 'left', length: 2496, width: 589, massG: 19_553, cups: [100, 559, 1018, 1477, 1936, 2396] }],
  lattice: [{ no: 3, count: 4, size: [957, 463], cells: [7, 16], total: 448, pitchTenths: [641, 589] }],
  remarks: ['The body is assembled upright on site: height 2620, diagonal 2651.'],
  ...changes,
})

export const makeWorkshopSheet = (changes: Partial<WorkshopSheet> = {}): WorkshopSheet => ({
  orderNumber: 'SB-4K7Q2M0X',
  delivery: { method: 'delivery', on: '2026-12-25', from: null, to: null, crew: '', note: '' },
  items: [makeWorkshopItem()],
  sheetsRefused: null,
  sheets: [
    {
      board: 'lam18',
      finish: 'white',
      sheetMm: [2800, 2070],
      used: 0.62,
      placed: [
        { item: 1, no: 1, x: 10, y: 10, l: 2498, w: 588 },
        { item: 1, no: 2, x: 10, y: 602, l: 572, w: 552 },
      ],
    },
  ],
  ...changes,
})

/** Labels of one piece of so many parts. */
export const makeLabels = (of: number): WorkshopLabel[] =>
  Array.from({ length: of }, (_, index) => ({
    no: index + 1,
    of,
    name: 'Side',
    size: '2500 × 589 × 18',
    place: 'body · white',
    edges: '1011',
    qr: `SB-4K7Q2M0X.1.${String(index + 1).padStart(2, '0')}`,
  }))
