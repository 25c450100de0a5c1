import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { campaign } from '@/testing/content'
import { errorResponse, ok } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

// Loads the lazy modules before the tests, which measure no load time.
beforeAll(async () => {
  await import('@/features/home/HomePage')
  await import('@/features/home/HomeBelow')
  await import('@/features/home/BrochureForm')
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('sections of the home page', () => {
  it('are in order', async () => {
    server.use(http.get('*/api/v1.0/campaign/active', () => ok(campaign(inAnHour()))))
    visit('/')
    await screen.findByText('Stone worktop as a gift')
    await screen.findByText('Download the catalogue')
    const headings = within(screen.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent)
    expect(headings.filter((heading) => !/^(Measuring|20 working|Assembly|5 years)/.test(heading))).toEqual([
      'A lattice is put together from hundreds of small laths, without nails or glue. We take the same care with furniture.',
      'From the workshop to the home',
      'Projects',
      'Stone worktop as a gift',
      'Featured products',
      'Every corner does a job',
      'Every order begins with a drawing',
      'Reviews',
      'Pictures from the workshop',
      'Download the catalogue',
    ])
    expect(screen.getByText('600 000 m²')).toBeVisible()
  })

  it('has about blocks with emphasis and links in their texts', async () => {
    visit('/az')
    expect(await screen.findByText('Hər lövhəni özümüz seçir')).toHaveProperty('tagName', 'B')
    expect(screen.getByRole('link', { name: 'Ölçü necə götürülür' })).toHaveAttribute('href', '/az/faq')
  })

  it('links each project category, with or without a picture', async () => {
    server.use(http.get('*/api/v1.0/projects/category/garden', () => errorResponse(503)))
    visit('/')
    const main = within(screen.getByRole('main'))
    const kitchens = await main.findByRole('link', { name: 'Kitchens' })
    expect(kitchens).toHaveAttribute('href', '/projects/category/kitchen')
    await waitFor(() => expect(kitchens.querySelector('img')).toHaveAttribute('src', '/images/projects/p-1/1-960.svg'))
    expect(main.getByRole('link', { name: 'Garden' })).toHaveAttribute('href', '/projects/category/garden')
    expect(main.getByRole('link', { name: 'Wardrobes' })).toHaveAttribute('href', '/projects/category/wardrobe')
    expect(main.getByRole('link', { name: 'All projects' })).toHaveAttribute('href', '/projects')
  })

  it('counts down to the end of a campaign, and stays at zero', async () => {
    server.use(http.get('*/api/v1.0/campaign/active', () => ok(campaign('2020-01-01T00:00:00Z'))))
    visit('/')
    const timer = await screen.findByRole('timer')
    expect(timer).toHaveTextContent('The offer ends on 1 Jan, 04:00')
    expect(within(timer).getAllByText('00')).toHaveLength(4)
  })

  it('shows no campaign if none is active or loads', async () => {
    server.use(http.get('*/api/v1.0/campaign/active', () => errorResponse(500, 'Failed to get active campaign')))
    visit('/')
    await screen.findAllByRole('article')
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
    expect(screen.queryByText('Failed to get active campaign')).not.toBeInTheDocument()
  })

  it('navigates the gallery with arrows, wraps around its ends, and opens the lightbox', async () => {
    const { user } = visit('/')
    const gallery = await screen.findByRole('region', { name: 'From the workshop to the home' })
    expect(within(gallery).getByText('1 / 10')).toBeVisible()
    await user.click(within(gallery).getByRole('button', { name: 'Previous picture' }))
    expect(within(gallery).getByText('10 / 10')).toBeVisible()
    await user.click(within(gallery).getByRole('button', { name: 'Next picture' }))
    expect(within(gallery).getByText('1 / 10')).toBeVisible()
    expect(within(gallery).getAllByRole('button', { name: /^Enlarge/ })).toHaveLength(10)
    await user.click(within(gallery).getByRole('button', { name: 'Enlarge: Garden table and chairs' }))
    const lightbox = await screen.findByRole('dialog', { name: 'Garden table and chairs' })
    fireEvent.keyDown(lightbox, { key: 'ArrowLeft' })
    fireEvent.keyDown(lightbox, { key: 'ArrowLeft' })
    expect(within(lightbox).getByText('10 / 10')).toBeVisible()
    await user.click(within(lightbox).getByRole('button', { name: 'Close' }))
    expect(within(gallery).getByText('10 / 10')).toBeVisible()
  })

  it('pauses and plays the gallery', async () => {
    const { user } = visit('/')
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  it('opens one hotspot at a time, and closes it with Escape', async () => {
    const { user } = visit('/')
    const hinge = await screen.findByRole('button', { name: 'Hidden hinge' })
    const drawer = screen.getByRole('button', { name: 'Deep drawer' })
    expect(hinge).toHaveAttribute('aria-expanded', 'true')
    await user.click(drawer)
    expect(hinge).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByText(/Pulls out fully/)).toBeVisible()
    await user.keyboard('{Escape}')
    expect(drawer).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByText(/Pulls out fully/)).not.toBeVisible()
  })

  it('wraps around the reviews', async () => {
    const { user } = visit('/ru')
    const reviews = await screen.findByRole('region', { name: 'Отзывы' })
    expect(within(reviews).getByText('1 / 3')).toBeVisible()
    await user.click(within(reviews).getByRole('button', { name: 'Предыдущий отзыв' }))
    expect(within(reviews).getByText('3 / 3')).toBeVisible()
    await user.click(within(reviews).getByRole('button', { name: 'Следующий отзыв' }))
    expect(within(reviews).getByText('1 / 3')).toBeVisible()
    expect(within(reviews).getAllByRole('img', { name: '5 из 5' })).toHaveLength(3)
  })

  it('links Instagram only if the shop has a profile', async () => {
    visit('/')
    expect(await screen.findByRole('link', { name: /^Instagram \(opens/ })).toHaveAttribute('href', 'https://example.com/instagram')
  })
})

describe('brochure form', () => {
  const call = '*/api/v1.0/CatalogueDownloads'

  async function fillIn() {
    const { user } = visit('/')
    const send = await screen.findByRole('button', { name: 'Get the catalogue' })
    for (const [label, value] of [
      ['Full name', 'Leyla Nümunə'],
      ['Phone', '+994 50 123 45 67'],
      ['E-mail', 'leyla@example.com'],
    ] as const) {
      await user.click(screen.getByLabelText(label))
      await user.paste(value)
    }
    return { user, send }
  }

  it('sends its fields, opens the brochure, shows its link and is reset', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(call, async ({ request }) => {
        bodies.push(await request.json())
        return ok({ number: 'K-1' })
      }),
    )
    const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, send } = await fillIn()
    await user.click(send)
    expect(await screen.findByRole('link', { name: /^Open the catalogue/ })).toHaveAttribute('href', 'https://catalogue.example.com')
    expect(openTab).toHaveBeenCalledWith('https://catalogue.example.com', '_blank', 'noopener')
    expect(screen.getByLabelText('Full name')).toHaveValue('')
    expect(bodies).toEqual([{ nameSurname: 'Leyla Nümunə', phoneNumber: '+994501234567', email: 'leyla@example.com' }])
    openTab.mockRestore()
  })

  it('shows an error and keeps the values if it fails', async () => {
    server.use(http.post(call, () => errorResponse(503)))
    const { user, send } = await fillIn()
    await user.click(send)
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to download catalogues. Please try again.')
    expect(screen.getByLabelText('Full name')).toHaveValue('Leyla Nümunə')
  })

  it('sends nothing while fields are empty, and lists them', async () => {
    const { user } = visit('/')
    await user.click(await screen.findByRole('button', { name: 'Get the catalogue' }))
    const summary = await screen.findByRole('alert')
    expect(
      within(summary)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Full name', 'Phone', 'E-mail'])
  })
})
