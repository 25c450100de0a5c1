import { http, HttpResponse } from 'msw'
import { projects, store } from '../content'

const base = '*/api/v1.0'

/** No campaign, one banner text, one store, no terms, three projects. */
export const contentHandlers = [
  http.head('*/favicon.svg', () => new HttpResponse(null)),
  http.get(`${base}/campaign/active`, () => HttpResponse.json({ success: true, message: null, data: null })),
  http.get(`${base}/promocodes`, () =>
    HttpResponse.json({
      success: true,
      message: null,
      data: [
        {
          textAz: 'Ölçü pulsuzdur',
          textRu: 'Замер бесплатный',
          textEn: 'Measuring is free',
        },
      ],
    }),
  ),
  http.get(`${base}/stores`, () =>
    HttpResponse.json({
      success: true,
      message: null,
      data: [store],
      catalogueUrl: 'https://catalogue.example.com',
      company: [],
    }),
  ),
  http.get(`${base}/shop-terms`, () => HttpResponse.json({ success: true, message: null, data: null })),
  http.get(`${base}/projects`, () =>
    HttpResponse.json({
      success: true,
      message: null,
      data: { data: projects, totalRecords: projects.length, totalPages: 1 },
    }),
  ),
  http.get(`${base}/projects/category/:category`, ({ params }) => {
    const data = projects.filter(({ category }) => category === params.category)
    return HttpResponse.json({ success: true, message: null, data, totalRecords: data.length, totalPages: 1 })
  }),
  http.get(`${base}/projects/:id`, ({ params }) => {
    const found = projects.find(({ id }) => String(id) === params.id)
    return found === undefined
      ? HttpResponse.json({ success: false, data: null, message: 'There is no such project.' }, { status: 404 })
      : HttpResponse.json({ success: true, message: null, data: found })
  }),
  http.post(`${base}/contacts/submit`, () => HttpResponse.json({ success: true, message: null, data: { number: 'SC-7Q2M04XK' } })),
]
