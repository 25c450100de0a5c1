import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { products } from '@/testing/products'
import { store } from '@/testing/content'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

describe('languages', () => {
  it.each([
    ['/az/shop', 'Mağaza'],
    ['/ru/shop', 'Магазин'],
    ['/en/shop', 'Shop'],
    ['/shop', 'Shop'],
  ])('%s', async (path, title) => {
    visit(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  it('uses the stored language without a prefix', async () => {
    localStorage.setItem('selectedLanguage', 'ru')
    visit('/shop')
    expect(await screen.findByRole('heading', { level: 1, name: 'Магазин' })).toBeVisible()
    expect(document.documentElement.lang).toBe('ru')
  })

  it('keeps the prefix in every link', async () => {
    visit('/ru/shop')
    expect(await screen.findByRole('link', { name: 'Шкаф 1' })).toHaveAttribute('href', '/ru/shop/1')
  })

  it('links the home page by its canonical path', async () => {
    const { user } = visit('/ru/shop')
    const crumb = within(await screen.findByRole('navigation', { name: 'Путь' })).getByRole('link', { name: 'Главная' })
    expect(crumb).toHaveAttribute('href', '/ru')
    await user.click(crumb)
    expect(window.location.pathname).toBe('/ru')
    await waitFor(() => expect(document.title).toBe('Шкафы, кухни и садовая мебель · Şəbəkə'))
  })

  it('links the same page in the other languages', async () => {
    const { user } = visit('/ru/shop?category=2')
    await user.click(await screen.findByRole('button', { name: /Русский/ }))
    expect(screen.getByRole('link', { name: 'English' })).toHaveAttribute('href', '/en/shop?category=2')
    expect(screen.getByRole('link', { name: 'Azərbaycan' })).toHaveAttribute('href', '/az/shop?category=2')
    await user.click(screen.getByRole('button', { name: 'Открыть меню' }))
    const [first] = within(await screen.findByRole('dialog', { name: 'Меню' })).getAllByRole('link')
    expect(first).toHaveTextContent('Azərbaycan')
  })
})

describe('header', () => {
  it('opens one menu at a time, and closes it by Escape and a click outside', async () => {
    const { user } = visit('/shop')
    const navigation = await screen.findByRole('navigation', { name: 'Main menu' })
    const projects = within(navigation).getByRole('button', { name: 'Projects' })
    const shop = within(navigation).getByRole('button', { name: 'Shop' })
    await user.click(projects)
    expect(projects).toHaveAttribute('aria-expanded', 'true')
    await user.click(shop)
    expect(projects).toHaveAttribute('aria-expanded', 'false')
    expect(within(navigation).getByRole('link', { name: 'Furniture' })).toHaveAttribute('href', '/shop?category=3')
    await user.keyboard('{Escape}')
    expect(shop).toHaveAttribute('aria-expanded', 'false')
    expect(shop).toHaveFocus()
    await user.click(shop)
    await user.click(document.body)
    expect(shop).toHaveAttribute('aria-expanded', 'false')
  })

  it('searches for the trimmed term, and closes the search', async () => {
    const { user } = visit('/shop')
    await user.click(await screen.findByRole('button', { name: 'Open the search' }))
    const field = await screen.findByRole('combobox', { name: 'Search products' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.type(field, '   {Enter}')
    expect(window.location.pathname).toBe('/shop')
    await user.clear(field)
    await user.type(field, ' kitchen {Enter}')
    expect(window.location.pathname + window.location.search).toBe('/search?q=kitchen')
    expect(await screen.findByText('Found: 8 products')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Search products' })).not.toBeInTheDocument()
  })

  it('closes and resets the search by a click outside', async () => {
    const { user } = visit('/shop')
    await user.click(await screen.findByRole('button', { name: 'Open the search' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search products' }), 'kitchen')
    await user.click(document.body)
    expect(screen.queryByRole('combobox', { name: 'Search products' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Open the search' }))
    expect(await screen.findByRole('combobox', { name: 'Search products' })).toHaveValue('')
  })

  it('suggests categories and projects beside the products', async () => {
    const [first, ...rest] = ['kitchen', 'two', 'three', 'four', 'five', 'six'].map((name, index) => ({
      ...{ id: 10 + index, name, nameAz: name, nameRu: name, nameEn: name, price: 100, discount: 0, userSpecificDiscount: null },
      ...{ imageUrl: null, isClosest: false },
    }))
    const kitchens = { id: 2, name: 'Kitchens', nameAz: 'Mətbəxlər', nameRu: 'Кухни', nameEn: 'Kitchens', count: 24 }
    const project = { id: 3, title: 'x', titleAz: 'x', titleRu: 'x', titleEn: 'White kitchen', category: 'kitchen', imageUrl: null }
    server.use(
      http.get('*/api/v1.0/search/suggest', () =>
        HttpResponse.json({
          success: true,
          message: null,
          data: { products: [first, ...rest], categories: [kitchens], projects: [project] },
        }),
      ),
    )
    const { user } = visit('/shop')
    await user.click(await screen.findByRole('button', { name: 'Open the search' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search products' }), 'kitchen')
    await screen.findByRole('option', { name: /Kitchens.*24 products/ })
    const list = screen.getByRole('listbox', { name: 'Suggestions' })
    expect(within(list).getAllByRole('option')).toHaveLength(7)
    await user.keyboard('{ArrowUp}{Enter}')
    expect(window.location.pathname).toBe('/projects/3')
  })

  it('opens a suggested product with the keyboard', async () => {
    const { user } = visit('/shop')
    await user.click(await screen.findByRole('button', { name: 'Open the search' }))
    const field = await screen.findByRole('combobox', { name: 'Search products' })
    await user.type(field, 'joint')
    await screen.findByRole('option', { name: /Joint 18/ })
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(window.location.pathname).toBe('/shop/19')
  })
})

describe('promo banner', () => {
  it('repeats its text, exposes it once to screen readers, and pauses', async () => {
    const { user } = visit('/ru/shop')
    const banner = await screen.findByRole('region', { name: 'Объявления' })
    expect(within(banner).getAllByText('Замер бесплатный')).toHaveLength(3)
    expect(banner.querySelectorAll('[aria-hidden="true"] > span')).toHaveLength(2)
    await user.click(within(banner).getByRole('button', { name: 'Остановить строку' }))
    expect(within(banner).getByRole('button', { name: 'Запустить строку' })).toBeVisible()
  })

  it('is hidden without an error if its texts do not load', async () => {
    server.use(http.get('*/api/v1.0/promocodes', () => HttpResponse.json({ success: false }, { status: 404 })))
    visit('/shop')
    expect(await screen.findByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Announcements' })).not.toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('telephone', () => {
  it('is in header and footer with the hours of today, and the company in the footer', async () => {
    server.use(
      http.get('*/api/v1.0/stores', () =>
        HttpResponse.json({ success: true, message: null, data: [store], catalogueUrl: null, company: ['Demo LLC', 'VÖEN 1234567890'] }),
      ),
    )
    visit('/shop')
    for (const place of ['banner', 'contentinfo'] as const) {
      const call = await within(await screen.findByRole(place)).findByRole('link', { name: 'Call 050 123 45 67' })
      expect(call).toHaveAttribute('href', 'tel:+994501234567')
      expect(within(screen.getByRole(place)).getByText(/^today 1[01]:00–1[79]:00$/)).toBeInTheDocument()
    }
    expect(within(screen.getByRole('contentinfo')).getByText('Demo LLC, VÖEN 1234567890')).toBeVisible()
  })
})

describe('social networks', () => {
  it('are linked by name in header and footer', async () => {
    visit('/shop')
    for (const place of ['banner', 'contentinfo'] as const) {
      const links = within(await screen.findByRole(place))
      expect(await links.findByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/994501234567')
      for (const name of ['Facebook', 'Instagram', 'LinkedIn']) expect(links.getByRole('link', { name })).toBeVisible()
    }
  })
})

describe('unknown path', () => {
  it.each(['/nowhere', '/az/nowhere', '/shop/abc', '/shop/0', '/shop/1/2', '/projects/x', '/projects/0'])('%s', async (path) => {
    visit(path)
    expect(await screen.findByText('404')).toBeVisible()
    expect(screen.queryByRole('banner')).not.toBeInTheDocument()
    expect(window.location.pathname).toBe(path)
  })

  it('links the home page', async () => {
    visit('/nowhere')
    expect(await screen.findByRole('heading', { name: 'Oops! The Page Not Found.' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back To Home' })).toHaveAttribute('href', '/')
  })
})

describe('search results', () => {
  it('shows the empty state', async () => {
    visit('/search?q=sofa')
    expect(await screen.findByRole('heading', { level: 1, name: 'Results for “sofa”' })).toBeVisible()
    expect(await screen.findByText('Nothing found. Try another word or look through the shop.')).toBeVisible()
  })

  it('sends no request for a blank term', async () => {
    visit('/search?q=%20')
    expect(await screen.findByText(/Type what you are looking for/)).toBeVisible()
  })

  it('say that nothing is exact, where they only come close', async () => {
    const found = { success: true, message: null, data: products.slice(0, 1), totalRecords: 1, totalPages: 1, isClosest: true }
    server.use(http.get('*/api/v1.0/products/search', () => HttpResponse.json(found)))
    visit('/search?q=mahogany')
    expect(await screen.findByText('Nothing exact. Closest: 1')).toBeVisible()
    expect(screen.getByRole('article')).toBeVisible()
  })
})
