import { describe, expect, it } from 'vitest'
import { changeShopAddress, readShopAddress } from './shop-address'

const read = (search: string) => readShopAddress(new URLSearchParams(search))

describe('readShopAddress', () => {
  it('starts with everything, first page, three columns', () => {
    expect(read('')).toEqual({
      filter: { page: 1, categoryId: null, sort: 'default', minPrice: null, maxPrice: null },
      columns: 3,
    })
  })

  it.each([
    ['category=2', 2],
    ['category=4', null],
    ['category=1.0', null],
    ['category=', null],
  ])('%s', (search, expected) => {
    expect(read(search).filter.categoryId).toBe(expected)
  })

  it('leaves out an unknown sort and prices that contradict each other', () => {
    expect(read('sort=name').filter.sort).toBe('default')
    expect(read('sort=price_low').filter.sort).toBe('price_low')
    expect(read('minPrice=9&maxPrice=3').filter).toMatchObject({ minPrice: null, maxPrice: null })
    expect(read('minPrice=3&maxPrice=3').filter).toMatchObject({ minPrice: 3, maxPrice: 3 })
    expect(read('minPrice=abc').filter.minPrice).toBeNull()
  })

  it.each([
    ['view=grid', 3],
    ['view=grid-2', 2],
    ['view=grid-3', 3],
    ['view=grid-4', 4],
    ['view=toString', 3],
  ])('%s', (search, expected) => {
    expect(read(search).columns).toBe(expected)
  })
})

describe('changeShopAddress', () => {
  const start = new URLSearchParams('category=1&page=3')

  it('goes back to page 1 when the list changes', () => {
    expect(changeShopAddress(start, { category: '2' }).toString()).toBe('category=2')
    expect(changeShopAddress(start, { category: null }).toString()).toBe('')
    expect(changeShopAddress(start, { sort: 'latest' }).toString()).toBe('category=1&sort=latest')
  })

  it('keeps the page when only the view changes', () => {
    expect(changeShopAddress(start, { view: 'grid-4' }).toString()).toBe('category=1&page=3&view=grid-4')
  })

  it('sets the page', () => {
    expect(changeShopAddress(start, { page: '2' }).toString()).toBe('category=1&page=2')
  })
})
