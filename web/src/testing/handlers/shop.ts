import { http, HttpResponse } from 'msw'
import type { Product } from '@/lib/api/types'
import { facetsOf, filtered } from '../facets'
import { products } from '../products'

const base = '*/api/v1.0'

function page(found: readonly Product[], url: URL, more: object = {}) {
  const number = Number(url.searchParams.get('page') ?? '1')
  const limit = Number(url.searchParams.get('limit') ?? '10')
  return HttpResponse.json({
    success: true,
    message: null,
    data: found.slice((number - 1) * limit, number * limit),
    totalRecords: found.length,
    totalPages: Math.ceil(found.length / limit),
    ...more,
  })
}

function ofCategory(id: string | null): Product[] {
  return products.filter(({ categoryId }) => id === null || String(categoryId) === id)
}

/** An anonymous visitor and 24 products. */
export const shopHandlers = [
  http.post(`${base}/Sessions/validate-session`, () => HttpResponse.json({ success: false, message: null, data: null })),
  http.get(`${base}/products`, ({ request }) => {
    const url = new URL(request.url)
    const ids = url.searchParams.get('ids')?.split(',')
    if (ids !== undefined)
      return page(
        ids.flatMap((wanted) => products.filter(({ id }) => String(id) === wanted)),
        url,
      )
    const found = filtered(products, url.searchParams)
    const sort = url.searchParams.get('sort')
    if (sort === 'price_low') found.sort((left, right) => left.price - right.price)
    if (sort === 'price_high') found.sort((left, right) => right.price - left.price)
    return page(found, url, url.searchParams.get('facets') === '1' ? { facets: facetsOf(products, url.searchParams) } : {})
  }),
  http.get(`${base}/products/search`, ({ request }) => {
    const url = new URL(request.url)
    const term = (url.searchParams.get('searchTerm') ?? '').toLowerCase()
    return page(
      products.filter(({ nameEn }) => nameEn.toLowerCase().includes(term)),
      url,
    )
  }),
  http.get(`${base}/search/suggest`, ({ request }) => {
    const term = (new URL(request.url).searchParams.get('q') ?? '').toLowerCase()
    const found = products
      .filter(({ nameEn }) => nameEn.toLowerCase().includes(term))
      .slice(0, 8)
      .map((product) => ({ ...product, imageUrl: product.images[0]?.imageUrl ?? null, isClosest: false }))
    return HttpResponse.json({ success: true, message: null, data: { products: found, categories: [], projects: [] } })
  }),
  http.get(`${base}/products/category/:id/count`, ({ params }) => HttpResponse.json(ofCategory(String(params.id)).length)),
  http.get(`${base}/products/category/:id`, ({ params, request }) => {
    const limit = Number(new URL(request.url).searchParams.get('limit') ?? '1000')
    return HttpResponse.json(ofCategory(String(params.id)).slice(0, limit))
  }),
  http.get(`${base}/products/:id/related`, ({ params }) => {
    const related = products.find(({ id }) => String(id) === params.id)
    const others = ofCategory(String(related?.categoryId)).filter((other) => other !== related)
    return HttpResponse.json({ success: true, message: null, data: others.slice(0, 4) })
  }),
  http.get(`${base}/products/:id`, ({ params }) => {
    const found = products.find(({ id }) => String(id) === params.id)
    return found === undefined
      ? HttpResponse.json({ success: false, data: null, message: 'Not found' }, { status: 404 })
      : HttpResponse.json({ success: true, message: null, data: found })
  }),
]
