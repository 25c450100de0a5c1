import { expect, it } from 'vitest'
import { draftMeasures } from './own-measures'

const standard = { widthMm: 1500, depthMm: 600, heightMm: 2100 }

it.each([
  ['own measures', { measuring: 'own', widthMm: '180,5', heightMm: '262' }, { widthMm: 1805, depthMm: 600, heightMm: 2620 }],
  ['measures of a form that began with the own size', { widthMm: '180' }, { ...standard, widthMm: 1800 }],
  ['the standard measure for one that is not possible', { measuring: 'own', widthMm: '5', depthMm: '65' }, { ...standard, depthMm: 650 }],
  ['the piece in a niche', { measuresOf: 'niche', widthMm: '243', depthMm: '61' }, { widthMm: 2370, depthMm: 600, heightMm: 2100 }],
  ['no measures of a form with the standard size', { measuring: 'standard', widthMm: '180' }, null],
  ['no measures of a form that asks for a visit', { measuring: 'visit', widthMm: '180' }, null],
] as const)('returns %s', (_, draft, expected) => {
  expect(draftMeasures(draft, standard)).toEqual(expected)
})

it('returns no measures without a draft', () => {
  expect(draftMeasures(null, standard)).toBeNull()
})
