import { expect, it } from 'vitest'
import { instalment } from '@/testing/content'
import { instalmentPlan } from './instalment'

it.each([
  ['an exact sum', 106_212, {}, { monthly: 8_851, isExact: true }],
  ['a rounded sum', 106_217, {}, { monthly: 8_851, isExact: false }],
  ['a sum rounded up', 106_218, {}, { monthly: 8_852, isExact: false }],
  ['a fee', 100_000, { feePercent: 5 }, { monthly: 8_750, isExact: true }],
  ['the least price', 30_000, {}, { monthly: 2_500, isExact: true }],
  ['a price below the least one', 29_999, {}, null],
] as const)('%s', (_, price, given, expected) => {
  expect(instalmentPlan({ ...instalment, ...given }, price)).toEqual(expected)
})
