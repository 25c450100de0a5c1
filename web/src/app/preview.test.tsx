import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, expect, it } from 'vitest'
import { projects, store } from '@/testing/content'
import { server } from '@/testing/server'
import { App } from './App'
import { loadDrafts } from './preview'

beforeAll(async () => {
  await import('@/features/home/HomePage')
  await import('@/features/home/HomeBelow')
})

const desk = '*/api/v1.0/desk/content'
const ok = (data: unknown) => HttpResponse.json({ success: true, message: null, data })
const draft = { state: 'draft', isDraft: true, version: 1, changedBy: null, changedAt: null }

it('shows drafts by the calls of the desk, each with what it lacks', async () => {
  const asked: string[] = []
  const campaign = (code: string, name: string, state: string) => ({
    ...draft,
    ...{ code, name, nameAz: name, nameRu: '', nameEn: '', state, image: null, imageUrl: null, startDate: null, endDate: null },
    ...{ description: '', descriptionAz: '', descriptionRu: '', descriptionEn: '' },
  })
  server.use(
    http.get(`${desk}/campaigns`, ({ request }) => {
      asked.push(new URL(request.url).search)
      return ok([campaign('old', 'Köhnə', 'shown'), campaign('spring', 'Yaz', 'draft'), campaign('winter', 'Qış', 'draft')])
    }),
    http.get(`${desk}/banner`, () => ok([{ ...draft, code: 'news', textAz: 'Yeni zolaq', textRu: '', textEn: '', position: 0 }])),
    http.get(`${desk}/projects`, () => ok(projects.map((project) => ({ ...draft, ...project, code: String(project.id) })))),
    http.get(`${desk}/stores`, () => ok([{ ...draft, ...store, code: 'nizami' }])),
    http.get(`${desk}/catalogue`, () => ok({ catalogueUrl: null })),
  )
  window.history.replaceState(null, '', '/?preview=winter')
  const prepare = await loadDrafts('winter')
  render(<App prepare={prepare} />)
  expect(await screen.findByRole('heading', { name: 'Qış' })).toBeVisible()
  expect((await screen.findAllByText('Yeni zolaq'))[0]).toBeVisible()
  expect(await screen.findByText('Preview: drafts are shown too.')).toBeVisible()
  expect(screen.queryByText('Köhnə')).toBeNull()
  expect(asked).toEqual(['?state=draft,planned,shown'])
})

it('is refused without a session of the desk', async () => {
  server.use(http.get(`${desk}/*`, () => HttpResponse.json({ success: false }, { status: 401 })))
  await expect(loadDrafts('')).rejects.toThrow('401')
})
