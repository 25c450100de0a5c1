import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import type { TextKey } from '@shared/text-key'
import type { WorkshopItem, WorkshopPart } from '@desk/api/workshop'

const boardTexts: Readonly<Record<string, TextKey>> = {
  lam18: 'WORKSHOP.LAM18',
  wood19: 'WORKSHOP.WOOD19',
  paint19: 'WORKSHOP.PAINT19',
  solid19: 'WORKSHOP.SOLID19',
  box16: 'WORKSHOP.BOX16',
  back6: 'WORKSHOP.BACK6',
  lattice12: 'WORKSHOP.LATTICE12',
}

/** The board that the lattice maker assembles of laths. */
export const latticeBoard = 'lattice12'

const grained: readonly string[] = ['wood19', 'solid19', 'back6']
/** Whether parts of a board lie along its grain and are not turned. */
export const hasGrain = (board: string): boolean => grained.includes(board)

/** A material: `Laminat lövhə, 18 mm, ağ`. */
export function materialName(t: TFunction, { board, finish }: { board: string; finish: string }, language: Language): string {
  const text = boardTexts[board]
  return `${text === undefined ? board : t(text)}, ${colourName(finish, language)}`
}

/** `2500 × 589`. */
export const sizeText = (...lengths: readonly number[]): string => lengths.join('\u00a0×\u00a0')

/** Formats tenths: `64,1`, in English `64.1`; without a decimal where it is 0. */
export function tenthsText(tenths: number, language: Language): string {
  const whole = String(Math.trunc(tenths / 10))
  return tenths % 10 === 0 ? whole : `${whole}${language === 'en' ? '.' : ','}${tenths % 10}`
}

/** Kilograms with at most one decimal. */
export const kilograms = (grams: number, language: Language): string => tenthsText(Math.round(grams / 100), language)

/** Metres with at most one decimal. */
export const metres = (mm: number, language: Language): string => tenthsText(Math.round(mm / 100), language)

/** Equal parts that are cut from one material. */
export interface MaterialParts {
  board: string
  finish: string
  parts: WorkshopPart[]
}

/** The parts of a piece by material, in the order of work; the lattice comes last. */
export function byMaterial(parts: readonly WorkshopPart[]): MaterialParts[] {
  const groups = new Map<string, MaterialParts>()
  for (const part of parts) {
    const { board, finish } = part
    const key = `${board} ${finish}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { board, finish, parts: [part] })
    else group.parts.push(part)
  }
  const isLattice = ({ board }: MaterialParts) => Number(board === latticeBoard)
  return [...groups.values()].sort((one, other) => isLattice(one) - isLattice(other))
}

/** Number of carcasses of a piece, each of which has two sides. */
const carcassesOf = (item: WorkshopItem): number =>
  item.parts.filter(({ key }) => key === 'side').reduce((sum, { boxes }) => sum + boxes.length, 0) / 2

function placeName(t: TFunction, place: string, carcasses: number): string {
  const number = Number(place.slice(1)) + 1
  if (place.startsWith('b')) return `${t('WORKSHOP.BAY')}${number}`
  if (place.startsWith('d')) return `${t('WORKSHOP.DOOR_PLACE')} ${number}`
  return carcasses > 1 && place.length > 1 ? `${t('WORKSHOP.BODY')} ${number}` : t('WORKSHOP.BODY')
}

/** The places of equal parts with the number at each: `B2×3 B3×3`. */
export function placesText(t: TFunction, item: WorkshopItem, part: WorkshopPart): string {
  const carcasses = carcassesOf(item)
  const counts = new Map<string, number>()
  for (const box of part.boxes) {
    const last: unknown = box.at(-1)
    const place = typeof last === 'string' ? last : ''
    counts.set(place, (counts.get(place) ?? 0) + item.quantity)
  }
  return [...counts]
    .map(([place, count]) => {
      const name = placeName(t, place, carcasses)
      return count === 1 ? name : `${name}×${count}`
    })
    .join(' ')
}
