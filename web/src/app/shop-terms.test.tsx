import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShopTerms } from '@/lib/api/types'
import { instalment, shopTerms } from '@/testing/content'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const included = 'Delivery and assembly are included in the price'

function serve(terms: ShopTerms | null, given: Partial<Parameters<typeof product>[0]> = {}) {
  server.use(
    http.get('*/api/v1.0/shop-terms', () => HttpResponse.json({ success: true, message: null, data: terms })),
    http.get('*/api/v1.0/products/1', () => HttpResponse.json({ success: true, message: null, data: product({ id: 1, ...given }) })),
  )
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:00+04:00') }))
afterEach(() => void vi.useRealTimers())

describe('delivery', () => {
  it('shows the days of delivery to the chosen city, and keeps the city', async () => {
    serve(shopTerms)
    const { user } = visit('/shop/1')
    const city = await screen.findByRole('combobox', { name: 'Deliver to:' })
    expect(city).toHaveValue('baku')
    expect(
      within(city)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Baku, Sumgait', 'Ganja'])
    expect(screen.getByText('Delivered 25–26 November')).toBeVisible()
    expect(screen.getByText(included)).toBeVisible()
    await user.selectOptions(city, 'Ganja')
    expect(screen.getByText('Delivered 27–30 November')).toBeVisible()
    expect(localStorage.getItem('city')).toBe('{"v":1,"code":"ganja"}')
  })

  it('starts with the city chosen last', async () => {
    localStorage.setItem('city', '{"v":1,"code":"ganja"}')
    serve(shopTerms)
    visit('/shop/1')
    expect(await screen.findByRole('combobox', { name: 'Deliver to:' })).toHaveValue('ganja')
  })

  it('starts with the first city if the chosen one is no longer served', async () => {
    localStorage.setItem('city', '{"v":1,"code":"lankaran"}')
    serve(shopTerms)
    visit('/shop/1')
    expect(await screen.findByRole('combobox', { name: 'Deliver to:' })).toHaveValue('baku')
  })

  it.each([
    ['/az/shop/1', 'Çatdırılma yeri:', '25–26 noyabr çatdırılır'],
    ['/ru/shop/1', 'Куда доставить:', 'Доставим 25–26 ноября'],
  ])('speaks the language of %s', async (path, label, days) => {
    serve(shopTerms)
    visit(path)
    expect(await screen.findByRole('combobox', { name: label })).toBeVisible()
    expect(screen.getByText(days)).toBeVisible()
  })

  it('names the only city without a choice', async () => {
    serve({ ...shopTerms, delivery: shopTerms.delivery.slice(1) })
    visit('/shop/1')
    expect(await screen.findByText('Ganja')).toBeVisible()
    expect(screen.getByText('Delivered 27–30 November')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Deliver to:' })).not.toBeInTheDocument()
  })

  it.each([
    ['/shop/1', 20, '20 working days after the agreed drawing'],
    ['/shop/1', 1, '1 working day after the agreed drawing'],
    ['/ru/shop/1', 21, '21 рабочий день после согласования чертежа'],
    ['/ru/shop/1', 22, '22 рабочих дня после согласования чертежа'],
    ['/az/shop/1', 20, 'Çertyoj razılaşdırıldıqdan sonra 20 iş günü'],
  ])('counts from the drawing for a product made to order: %s, %s', async (path, madeToOrderDays, text) => {
    serve({ ...shopTerms, madeToOrderDays }, { stockQuantity: null })
    visit(path)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByText(/^(Delivery on|Доставим)|çatdırılır$/)).not.toBeInTheDocument()
  })

  it.each([
    ['/shop/1', 'Agreed this week, about 22 December'],
    ['/ru/shop/1', 'Договоримся на этой неделе — примерно 22 декабря'],
    ['/az/shop/1', 'Bu həftə razılaşsanız, təxminən 22 dekabr'],
  ])('names the day on which a product made to order is ready: %s', async (path, text) => {
    serve(shopTerms, { stockQuantity: null })
    visit(path)
    expect(await screen.findByText(text)).toBeVisible()
  })

  it.each([
    ['/shop/1', 20, 'Made for you in 20 working days', 'Agreed this week, about 22 December'],
    ['/ru/shop/1', 21, 'Сделаем для вас за 21 рабочий день', 'Договоримся на этой неделе — примерно 23 декабря'],
    ['/az/shop/1', 20, 'Sizin üçün 20 iş gününə hazırlayırıq', 'Bu həftə razılaşsanız, təxminən 22 dekabr'],
  ])('makes again what is sold out: %s', async (path, madeToOrderDays, made, ready) => {
    serve({ ...shopTerms, madeToOrderDays, instalment }, { stockQuantity: 0, price: 1_200 })
    visit(path)
    expect(await screen.findByText(made)).toBeVisible()
    expect(await screen.findByText(ready)).toBeVisible()
    expect(screen.queryByText(/^(Delivered|Доставим)|çatdırılır$/)).not.toBeInTheDocument()
  })

  it('names no day if the shop does not work', async () => {
    serve({ ...shopTerms, week: [] }, { stockQuantity: 0 })
    visit('/shop/1')
    expect(await screen.findByText('Made for you in 20 working days')).toBeVisible()
    expect(screen.queryByText(/^Agreed this week/)).not.toBeInTheDocument()
  })

  it.each([
    ['are not set', () => HttpResponse.json({ success: true, message: null, data: null })],
    ['do not load', () => HttpResponse.json({}, { status: 400 })],
  ])('shows what the price includes if the terms %s', async (_, respond) => {
    server.use(http.get('*/api/v1.0/shop-terms', respond))
    visit('/shop/1')
    expect(await screen.findByText(included)).toBeVisible()
    expect(screen.queryByText(/^Deliver to/)).not.toBeInTheDocument()
  })
})

describe('instalments', () => {
  it.each([
    [1_062.12, {}, 'With an instalment card 12 months × 88.51\u00a0AZN, interest-free'],
    [1_062.17, {}, 'With an instalment card 12 months × about 88.51\u00a0AZN, interest-free'],
    [1_000, { feePercent: 5 }, 'With an instalment card 12 months × 87.50\u00a0AZN, 5% fee'],
  ])('shows the monthly payment of %s AZN', async (price, given, text) => {
    serve({ ...shopTerms, instalment: { ...instalment, ...given } }, { price })
    visit('/shop/1')
    const line = await screen.findByText(/^With an instalment card/)
    expect(line.textContent).toBe(text)
  })

  it.each([
    ['a price below the least one', instalment, 299.99],
    ['a shop without instalments', null, 1_200],
  ])('shows no payment for %s', async (_, offered, price) => {
    serve({ ...shopTerms, instalment: offered }, { price })
    visit('/shop/1')
    expect(await screen.findByText('Delivered 25–26 November')).toBeVisible()
    expect(screen.queryByText(/12 months/)).not.toBeInTheDocument()
  })
})
