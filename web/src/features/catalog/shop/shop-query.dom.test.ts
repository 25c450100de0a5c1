import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { productsQuery } from '../queries'
import { changeShopQuery, parseShopQuery, shopPath } from './shop-query'
import { withoutFilters } from './without-filters'

/** A query of the shop and what the gateway's parser and this one make of it. */
interface SharedCase {
  query: string
  call: string
  columns: number
}

const cases = JSON.parse(readFileSync('../gateway/testdata/shop-queries.json', 'utf8')) as SharedCase[]

describe('parseShopQuery', () => {
  it.each(cases)('$query', ({ query, call, columns }) => {
    const { filter, columns: shown } = parseShopQuery(new URLSearchParams(query))
    const [, key] = productsQuery(filter).queryKey
    const made = Object.entries(key.query ?? {}).map(([name, value]) => `${name}=${String(value)}`)
    expect(made.sort()).toEqual(call.replace('products?', '').split('&').sort())
    expect(shown).toBe(columns)
  })

  it('lists known colours once, in the order of the palette', () => {
    const { filter } = parseShopQuery(new URLSearchParams('colors=walnut,magenta,oak,oak'))
    expect(filter.colors).toEqual(['oak', 'walnut'])
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
