import { describe, expect, it } from 'vitest'
import { product } from '@/testing/products'
import { hasOtherSizes } from './pieces'
import { sizesOf } from './sizes'

describe('sizesOf', () => {
  it('takes what the API says', () => {
    const sizes = {
      fixed: true,
      own: { widthMm: 900, depthMm: 500, heightMm: 2000 },
      usual: { widthMm: [800, 1000], depthMm: [400, 600], heightMm: [1800, 2200] },
    }
    const sized = { ...product({ id: 1 }), sizes }
    expect(sizesOf(sized)).toEqual(sizes)
    expect(hasOtherSizes(sized)).toBe(false)
  })

  it('reads the measures from the text, and takes the limits of the category', () => {
    const { fixed, own, usual } = sizesOf(product({ id: 1, externalMeasurement: '150 × 60,5 × 210 sm' }))
    expect(fixed).toBe(false)
    expect(own).toEqual({ widthMm: 1500, depthMm: 605, heightMm: 2100 })
    expect(usual?.widthMm).toEqual([400, 4000])
  })

  it('knows no measures where the text has none', () => {
    expect(sizesOf(product({ id: 1, externalMeasurement: 'as you like' })).own).toBeNull()
  })

  it('has no other sizes of joints', () => {
    expect(hasOtherSizes(product({ id: 1, categoryId: 3 }))).toBe(false)
    expect(hasOtherSizes(product({ id: 1, categoryId: 2 }))).toBe(true)
  })

  it('has other sizes of benches, which stand in the category of joints', () => {
    const bench = product({ id: 1, categoryId: 3, code: 'BG-401', externalMeasurement: '180 × 60 × 89 sm' })
    const own = { widthMm: 1800, depthMm: 600, heightMm: 890 }
    const usual = { widthMm: [300, 6000], depthMm: [150, 4000], heightMm: [250, 3500] }
    expect(hasOtherSizes({ ...bench, sizes: { fixed: false, own, usual } })).toBe(true)
    expect(hasOtherSizes({ ...bench, sizes: { fixed: true, own, usual: null } })).toBe(false)
  })
})
