import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { visit } from '@/testing/render'

describe('FAQ', () => {
  it('has five questions, of which only the custom project is open', async () => {
    const { user } = visit('/faq')
    await screen.findByRole('heading', { level: 1, name: 'Questions and answers' })
    const items = within(screen.getByRole('main')).getAllByRole('group')
    expect(items).toHaveLength(5)
    const open = items.filter((item) => item.hasAttribute('open'))
    expect(open).toHaveLength(1)
    expect(open[0]).toHaveTextContent('Can you build a custom project?')

    // Opening one closes no other.
    await user.click(screen.getByText('Where can I buy?'))
    expect(items.filter((item) => item.hasAttribute('open'))).toHaveLength(2)
  })

  it('links the home page and the contact form', async () => {
    visit('/ru/faq')
    const path = await screen.findByRole('navigation', { name: 'Путь' })
    expect(within(path).getByRole('link', { name: 'Главная' })).toHaveAttribute('href', '/ru')
    expect(screen.getByRole('link', { name: 'Написать нам' })).toHaveAttribute('href', '/ru/contact-us')
  })
})

describe('privacy', () => {
  it('says what is kept, what for and for how long, and is linked under a form in a tab of its own', async () => {
    const { user } = visit('/ru/contact-us')
    const note = await screen.findByText('Используем ваши данные только для ваших запросов и заказов.')
    const link = within(note).getByRole('link', { name: /О личных данных/ })
    expect(link).toHaveAttribute('href', '/ru/privacy')
    expect(link).toHaveAttribute('target', '_blank')
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Личные данные' }))
    for (const name of ['Что мы храним', 'Зачем', 'Как долго', 'Что вы можете', 'Файлы cookie']) {
      expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible()
    }
  })
})

describe('delivery terms', () => {
  it('has sections on delivery, returns and notes', async () => {
    visit('/delivery-terms')
    for (const name of ['Delivery', 'Returns', 'Please note']) {
      expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible()
    }
  })
})

describe('about page', () => {
  it('has a headline, two stories, three points and four statistics', async () => {
    visit('/about-us')
    expect(await screen.findByRole('heading', { level: 1, name: /lattice windows/ })).toBeVisible()
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(['Wood', 'Joint', 'Finish'])
    const statistics = main.getByRole('region', { name: 'In figures' })
    for (const [value, label] of [
      ['10K+', 'products sold'],
      ['35', 'years service'],
      ['450', 'outlets worldwide'],
      ['1000+', 'satisfied customers'],
    ] as const) {
      expect(within(statistics).getByText(value)).toBeVisible()
      expect(within(statistics).getByText(label)).toBeVisible()
    }
    expect(main.getByRole('link', { name: 'Explore' })).toHaveAttribute('href', '/projects')
    expect(main.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/shop')
  })
})
