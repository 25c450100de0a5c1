import { describe, expect, it } from 'vitest'
import { changeShopQuery, parseShopQuery } from './shop-query'

const read = (search: string) => parseShopQuery(new URLSearchParams(search))

describe('parseShopQuery', () => {
  it('defaults to the first page of all products in three columns', () => {
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

  it('ignores an unknown sort and contradictory prices', () => {
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

describe('changeShopQuery', () => {
  const start = new URLSearchParams('category=1&page=3')

  it('returns to page 1 when the list changes', () => {
    expect(changeShopQuery(start, { category: '2' }).toString()).toBe('category=2')
    expect(changeShopQuery(start, { category: null }).toString()).toBe('')
    expect(changeShopQuery(start, { sort: 'latest' }).toString()).toBe('category=1&sort=latest')
  })

  it('keeps the page when only the view changes', () => {
    expect(changeShopQuery(start, { view: 'grid-4' }).toString()).toBe('category=1&page=3&view=grid-4')
  })

  it('sets the page', () => {
    expect(changeShopQuery(start, { page: '2' }).toString()).toBe('category=1&page=2')
  })
})
