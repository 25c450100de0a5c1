/**
 * Calls that the gateway's document does not have yet; they go with it when they come. Until then they are answered
 * 404, which the screens take as nothing to show.
 */
export interface PlannedPaths {
  '/api/v1.0/promocodes': {
    get: { responses: { 200: { content: { 'application/json': { success: boolean; data: Promo[] } } } } }
  }
  '/api/v1.0/stores': {
    get: { responses: { 200: { content: { 'application/json': { success: boolean; data: Store[] } } } } }
  }
}

export interface Promo {
  textAz: string
  textRu: string
  textEn: string
}

export interface Store {
  id: string
  facebook: string | null
  instagram: string | null
  linkedin: string | null
  whatsapp: string | null
}
