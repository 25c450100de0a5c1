export const steps = ['size', 'inside', 'fronts', 'summary'] as const
export type Step = (typeof steps)[number]

export const isStep = (text: string | null): text is Step => steps.some((step) => step === text)

/** A piece of a quote whose design staff change. */
export interface QuotedPiece {
  /** Number of the quote. */
  quote: string
  /** Id of the piece. */
  item: string
  /** Code of the piece's design when it was opened. */
  from: string
}

/** The piece of a quote that an address names; null for a shopper's own design. */
export function quotedPiece(search: URLSearchParams): QuotedPiece | null {
  const [quote = '', item = '', from = ''] = ['quote', 'item', 'from'].map((name) => search.get(name) ?? '')
  return /^SQ-\w+$/.test(quote) && /^\d+$/.test(item) ? { quote, item, from } : null
}

const ofPiece = (piece: QuotedPiece | null) => (piece === null ? '' : `&${new URLSearchParams({ ...piece }).toString()}`)

/** Path of a step; the design is its fragment. */
export const stepPath = (step: Step, code: string, piece: QuotedPiece | null = null): string =>
  `/design?step=${step}${ofPiece(piece)}#${code}`
