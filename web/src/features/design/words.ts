import { colourName } from '@shared/palette/palette'
import { formatCentimetres, formatMeasures, unitName } from '@shared/measures'
import type { Check } from '@shared/rules/check'
import type { BayDesign, Design } from '@shared/rules/design'
import { readPath, type Fix } from '@shared/rules/fixes'
import { outlineOf } from '@shared/rules/layout'
import type { Band } from '@shared/rules/price'
import type { Language } from '@shared/language'
import { bayWidth } from './changes'
import type { DesignTexts } from './design-texts'

const noBreakSpace = '\u00a0'

/** A measure with its unit: `57,4 sm`. */
export const lengthText = (mm: number, language: Language): string =>
  `${formatCentimetres(mm, language)}${noBreakSpace}${unitName(language)}`

/** Width × depth × height as the shopper typed them. */
export const sizeText = (design: Design, language: Language): string => formatMeasures(design, language)

/** The furniture itself, without the fitting gaps. */
export function ownSizeText(design: Design, language: Language): string {
  const { width, depth, height } = outlineOf(design)
  return formatMeasures({ widthMm: width, depthMm: depth, heightMm: height }, language)
}

/** Whole manat: `2 680`, in English `2,680`. */
export function manatText(qepik: number, language: Language): string {
  return String(Math.round(qepik / 100)).replace(/\B(?=(\d{3})+$)/g, language === 'en' ? ',' : noBreakSpace)
}

/** `2 680–3 150 AZN`. */
export const bandText = ({ low, high }: Band, language: Language): string =>
  `${manatText(low, language)}–${manatText(high, language)}${noBreakSpace}AZN`

function insideWords({ t }: DesignTexts, { drawers, rail, shelves }: BayDesign): string {
  const words = [
    drawers > 0 ? t('drawer-count', { count: drawers }) : '',
    rail > 0 ? t(rail === 2 ? 'two-rails' : 'one-rail') : '',
    shelves > 0 ? t('shelf-count', { count: shelves }) : '',
  ].filter((word) => word !== '')
  return words.length === 0 ? t('empty') : words.join(', ')
}

/** Contents and front of a bay in words. */
export function bayWords(texts: DesignTexts, design: Design, bay: BayDesign): string {
  const inside = insideWords(texts, bay)
  if (design.front === 'sliding' || design.family === 'shelf') return inside
  if (bay.doors === 0) return bay.drawers > 0 && bay.rail === 0 && bay.shelves === 0 ? inside : `${inside}, ${texts.t('door-open')}`
  return `${inside}, ${texts.t(bay.doors === 2 ? `doors-${bay.style}` : `door-${bay.style}`)}`
}

export function bayName(texts: DesignTexts, design: Design, index: number): string {
  const bay = design.bays[index]
  if (bay === undefined) return ''
  const size = lengthText(bayWidth(design, index), texts.language)
  return texts.t('bay-words', { n: index + 1, size, words: bayWords(texts, design, bay) })
}

/** The design in one sentence, and one for each bay. */
export function designSentence(texts: DesignTexts, design: Design): string {
  const { t, language } = texts
  return t('sentence', {
    family: t(`family-${design.family}`),
    size: sizeText(design, language),
    bays: t('bay-count', { count: design.bays.length }),
    each: design.bays.map((_, index) => `${bayName(texts, design, index)}.`).join(' '),
  })
}

export const finishText = (slug: string, language: Language): string => colourName(slug, language)

/** Kilograms with at most one decimal. */
function kilograms(grams: number, language: Language): string {
  return formatCentimetres(Math.round(grams / 100), language)
}

/** The reason of a check in words. */
export function reasonText({ language, ofRule }: DesignTexts, { key, at, value, limit }: Check): string {
  const number = (amount: number | null): string => {
    if (amount === null) return ''
    if (key.endsWith('heavy')) return kilograms(amount, language)
    return key === 'bays.many' ? String(amount) : formatCentimetres(amount, language)
  }
  const values = { value: number(value), limit: number(limit), n: at === null ? '' : at + 1 }
  const base = `check-${key.replace('.', '-')}`
  return ofRule(base, values) || ofRule(`${base}-${(value ?? 0) < (limit ?? 0) ? 'least' : 'most'}`, values)
}

/** A way out in words: those of its first step. */
export function fixText({ language, ofRule }: DesignTexts, [step]: Fix): string {
  if (step === undefined) return ''
  if (step.op !== 'set') return ofRule(`fix-${step.op}`)
  const { bay, name } = readPath(step.path)
  const key = bay === null ? `fix-${name}` : `fix-bay-${name}`
  const isLength = typeof step.value === 'number' && name.endsWith('Mm')
  const value = isLength ? formatCentimetres(Number(step.value), language) : step.value
  return (step.value === 0 ? ofRule(`${key}-0`) : '') || ofRule(key, { value })
}
