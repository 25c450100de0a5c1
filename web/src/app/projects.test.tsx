import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Product, Project } from '@/lib/api/types'
import { projects, shopTerms } from '@/testing/content'
import { product } from '@/testing/products'
import { keepNiche } from '@/stores/niche'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const listOf = (...data: Product[]) => ({ success: true, message: null, data, totalRecords: data.length, totalPages: 1, isClosest: false })

/** Answers the first project with the product nearest to it. */
const projectWith = (piece: Project['piece']) =>
  http.get('*/api/v1.0/projects/:id', () => HttpResponse.json({ success: true, message: null, data: { ...projects[0], piece } }))

const titles = () =>
  within(screen.getByRole('main'))
    .getAllByRole('article')
    .map((article) => within(article).getByRole('heading').textContent)

describe('projects', () => {
  it('shows all projects, and those of a category', async () => {
    const { user } = visit('/projects')
    expect(await screen.findByRole('link', { name: 'Project 1' })).toHaveAttribute('href', '/projects/1')
    expect(screen.getByText('An oak kitchen in an old house.')).toBeVisible()
    expect(titles()).toEqual(['Project 1', 'Project 2', 'Project 3'])

    const filter = screen.getByRole('combobox', { name: 'Category' })
    await user.selectOptions(filter, 'Kitchens')
    expect(titles()).toEqual(['Project 1', 'Project 3'])
    expect(window.location.search).toBe('?category=kitchen')
    await user.selectOptions(filter, 'Garden')
    expect(screen.getByText('There are no projects in this category.')).toBeVisible()
    await user.selectOptions(filter, 'All')
    expect(titles()).toHaveLength(3)
  })

  it('shows a picture with two hotspots', async () => {
    const { user } = visit('/projects')
    const showcase = await screen.findByRole('region', { name: 'Settled on the drawing' })
    const [, second] = within(showcase).getAllByRole('button')
    expect(within(showcase).getAllByRole('button')).toHaveLength(2)
    if (second === undefined) throw new Error('there is one point only')
    await user.click(second)
    expect(second).toHaveAttribute('aria-expanded', 'true')
    expect(within(showcase).getByText(/Pots stand where they are used/)).toBeVisible()
  })

  it('shows an error, and retries', async () => {
    const failing = http.get('*/api/v1.0/projects', () => HttpResponse.json({ success: false, data: null, message: '' }, { status: 409 }))
    server.use(failing)
    const { user } = visit('/projects')
    expect(await screen.findByText('Failed to load projects. Please try again later.')).toBeVisible()
    server.resetHandlers()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: 'Project 1' })).toBeVisible()
  })
})

describe('project page', () => {
  it('links the next project of the category', async () => {
    const { user } = visit('/ru/projects/1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Проект 1' })).toBeVisible()
    await user.click(await screen.findByRole('link', { name: /Следующий проект/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Проект 3' })).toBeVisible()
    expect(window.location.pathname).toBe('/ru/projects/3')
  })

  it('leads to the product nearest to it, and to a quote in its width and wood', async () => {
    const measures = { widthMm: 2100, depthMm: 600, heightMm: 2100 }
    const terms = { ...shopTerms, madeToOrderDays: 20 }
    server.use(
      projectWith({ productCode: 'T-1', color: 'walnut', measures }),
      http.get('*/api/v1.0/shop-terms', () => HttpResponse.json({ success: true, message: null, data: terms })),
      http.get('*/api/v1.0/products/search', () => HttpResponse.json(listOf(product({ id: 4 }), product({ id: 1 })))),
    )
    visit('/projects/1')
    const like = await screen.findByRole('region', { name: 'One like this' })
    expect(within(like).getByRole('link', { name: 'Wardrobe 1' })).toHaveAttribute('href', '/shop/1?color=walnut')
    expect(within(like).getByText(/^210.× 60.× 210.cm$/)).toBeVisible()
    expect(within(like).getByText('walnut')).toBeVisible()
    expect(await within(like).findByText('20 working days after the agreed drawing')).toBeVisible()
    const ask = within(like).getByRole('link', { name: 'Ask for one like this' })
    expect(ask).toHaveAttribute('href', '/quote?product=1&color=walnut&size=own&width=210')
    const design = within(like).getByRole('link', { name: 'Design it yourself' })
    expect(design).toHaveAttribute('href', '/design?width=2100&height=2100&depth=600')
  })

  it('asks for the size that the product has, in a wood that it is offered in only', async () => {
    const measures = { widthMm: 1500, depthMm: 600, heightMm: 2100 }
    server.use(
      projectWith({ productCode: 'T-1', color: 'ash', measures }),
      http.get('*/api/v1.0/products/search', () => HttpResponse.json(listOf(product({ id: 1 })))),
    )
    visit('/projects/1')
    expect(await screen.findByRole('link', { name: 'Ask for one like this' })).toHaveAttribute('href', '/quote?product=1')
    expect(screen.getByText('ash')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Wardrobe 1' })).toHaveAttribute('href', '/shop/1')
  })

  it('says nothing of a product that the shop does not have', async () => {
    server.use(
      projectWith({ productCode: 'T-99', color: null, measures: null }),
      http.get('*/api/v1.0/products/search', () => HttpResponse.json(listOf(product({ id: 4 })))),
    )
    visit('/projects/1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Project 1' })).toBeVisible()
    await waitFor(() => expect(document.querySelector('[data-skeleton]')).toBeNull())
    expect(screen.queryByRole('region', { name: 'One like this' })).toBeNull()
  })

  it('offers one like it for the niche of the visitor', async () => {
    keepNiche({ widthMm: 2435, heightMm: 2620 })
    visit('/en/projects/1')
    expect(await screen.findByText(/^We make one like this for 243\.5 × 262 cm, too\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ask for this niche' })).toHaveAttribute(
      'href',
      '/en/quote?size=own&width=243&height=262&of=niche&category=2',
    )
  })

  it('shows the error of the server for an unknown project, and links all projects', async () => {
    visit('/projects/9')
    expect(await screen.findByText('There is no such project.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to projects' })).toHaveAttribute('href', '/projects')
  })

  it('shows an error without a project or a category', async () => {
    visit('/projects/category')
    expect(await screen.findByText('Project ID or category not found')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to projects' })).toBeVisible()
  })
})

describe('project category', () => {
  it.each([
    ['/projects/category/kitchen', 'Kitchens'],
    ['/projects/category/Wardrobe', 'Wardrobes'],
  ])('%s', async (address, title) => {
    visit(address)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await screen.findAllByRole('article')).not.toHaveLength(0)
  })

  it('shows the slug of an unknown category', async () => {
    visit('/projects/category/sofas')
    expect(await screen.findByRole('heading', { level: 1, name: 'sofas' })).toBeVisible()
    expect(screen.getByText('There are no projects in this category.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to projects' })).toBeVisible()
  })
})
