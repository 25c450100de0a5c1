import { describe, expect, it } from 'vitest'
import { changeShopQuery, parseShopQuery, shopPath, withoutFilters } from './shop-query'

const read = (search: string) => parseShopQuery(new URLSearchParams(search))

describe('parseShopQuery', () => {
  it('defaults to the first page of all products in three columns', () => {
    expect(read('')).toEqual({
      filter: {
        page: 1,
        categoryId: null,
        sort: 'default',
        minPrice: null,
        maxPrice: null,
        minWidth: null,
        maxWidth: null,
        colors: [],
        availability: [],
        discounted: false,
      },
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

  it('ignores unknown colours, availabilities and widths', () => {
    expect(read('colors=walnut,magenta,oak,oak').filter.colors).toEqual(['oak', 'walnut'])
    expect(read('colors=').filter.colors).toEqual([])
    expect(read('availability=soon,stock').filter.availability).toEqual(['stock'])
    expect(read('discount=yes').filter.discounted).toBe(false)
    expect(read('discount=1').filter.discounted).toBe(true)
    expect(read('minWidth=160&maxWidth=100').filter).toMatchObject({ minWidth: null, maxWidth: null })
    expect(read('minWidth=100&maxWidth=16.5').filter).toMatchObject({ minWidth: 100, maxWidth: null })
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
    expect(changeShopQuery(start, { categoryId: 2 }).toString()).toBe('category=2')
    expect(changeShopQuery(start, { categoryId: null }).toString()).toBe('')
    expect(changeShopQuery(start, { sort: 'latest' }).toString()).toBe('category=1&sort=latest')
  })

  it('keeps the page when only the view changes', () => {
    expect(changeShopQuery(start, { columns: 4 }).toString()).toBe('category=1&page=3&view=grid-4')
  })

  it('sets the page', () => {
    expect(changeShopQuery(start, { page: 2 }).toString()).toBe('category=1&page=2')
  })

  it('removes what is empty or the default', () => {
    const all = new URLSearchParams('category=1&sort=latest&colors=oak&minWidth=100&availability=stock&discount=1&view=grid-2&page=2')
    expect(changeShopQuery(all, { sort: 'default', columns: 3, ...withoutFilters }).toString()).toBe('category=1')
    expect(changeShopQuery(all, { page: 1 }).has('page')).toBe(false)
  })
})

describe('shopPath', () => {
  it('writes lists with commas and keeps parameters of others', () => {
    const search = new URLSearchParams('utm_source=mail')
    expect(shopPath(search, { colors: ['oak', 'walnut'] })).toBe('/shop?utm_source=mail&colors=oak,walnut')
    expect(shopPath(new URLSearchParams(), {})).toBe('/shop')
  })
})
