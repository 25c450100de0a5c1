import { colourName } from '@shared/palette/palette'
import { formatCentimetres, formatMeasures, unitName } from '@shared/measures'
import type { Check } from '@shared/rules/check'
import { bayContents, bayWidth } from '@shared/rules/contents'
import type { BayDesign, Design } from '@shared/rules/design'
import { readPath, type Fix } from '@shared/rules/fixes'
import { outlineOf } from '@shared/rules/layout'
import type { Band } from '@shared/rules/price'
import type { Language } from '@shared/language'
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

/** Contents and front of a bay in words. */
export function bayWords({ t }: DesignTexts, design: Design, bay: BayDesign): string {
  return bayContents(design, bay)
    .map(({ key, count = 0 }) => t(key, { count }))
    .join(', ')
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
