import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import type { ShopTerms } from '@/lib/api/types'
import { shopTerms } from '@/testing/content'
import { ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const facts = {
  materialsAz: 'Bütöv palıd, 22 mm\nQulplar: latun',
  materialsRu: 'Массив дуба, 22 мм\nРучки: латунь',
  materialsEn: 'Solid oak, 22 mm\nHandles: brass',
  careAz: 'Nəm parça ilə silin',
  careRu: 'Протирайте влажной тканью',
  careEn: 'Wipe with a damp cloth',
  boxContentsAz: 'Gövdə',
  boxContentsRu: 'Корпус',
  boxContentsEn: 'Case',
  weightGrams: 142_500,
  sizes: { fixed: false, own: { widthMm: 1500, depthMm: 600, heightMm: 2100 }, usual: null },
  front: { kind: 'doors', doors: 3, drawers: 2, drawerRows: 1, legs: true },
} as const

function serve(terms: ShopTerms | null, given: Partial<Parameters<typeof product>[0]>) {
  server.use(
    http.get('*/api/v1.0/shop-terms', () => ok(terms)),
    http.get('*/api/v1.0/products/1', () => ok(product({ id: 1, ...given }))),
  )
}

/** The names and texts of the section in the order of the page. */
async function shown(title: string): Promise<string[]> {
  const section = await screen.findByRole('region', { name: title })
  const [names, texts] = [within(section).getAllByRole('term'), within(section).getAllByRole('definition')]
  return names.map(
    (name, index) => `${name.textContent}: ${[...(texts[index]?.children ?? [])].map((line) => line.textContent).join(' | ')}`,
  )
}

it('answers what is asked before buying', async () => {
  serve(shopTerms, { ...facts, stockQuantity: 4 })
  visit('/shop/1')
  expect(await shown('Before you buy')).toEqual([
    'Materials: Solid oak, 22 mm | Handles: brass',
    'In the box: Case',
    'Care: Wipe with a damp cloth',
    'Carrying it in: Our fitters carry it up to any floor and into the room. It is included in the price. | Weight with packaging: 142.5 kg | The doors need 50 cm in front to open.',
    'Warranty: 5 years | A fault of ours we repair at your home free of charge, or we replace the piece.',
    'Returns: What came from stock you can return within 14 days, unused and with all its parts. | What is made for you or in your own size we do not take back, except for defects.',
  ])
})

it('takes back nothing that is made for a customer, in Russian', async () => {
  const terms = { ...shopTerms, warrantyMonths: 18, carriedIn: false }
  serve(terms, { ...facts, stockQuantity: null, weightGrams: 850, front: { ...facts.front, kind: 'sliding' } })
  visit('/ru/shop/1')
  expect(await shown('Перед покупкой')).toEqual([
    'Материалы: Массив дуба, 22 мм | Ручки: латунь',
    'В комплекте: Корпус',
    'Уход: Протирайте влажной тканью',
    'Доставка до места: Привозим до подъезда. Подъём на этаж согласуем по телефону. | Вес с упаковкой: 850 г | Двери раздвижные, места спереди не занимают.',
    'Гарантия: 18 месяцев | Свой брак бесплатно исправляем у вас дома или меняем изделие.',
    'Возврат: Сделанное для вас или по вашим размерам обратно не принимаем, кроме изделия с браком.',
  ])
})

it('says only what is known', async () => {
  serve({ ...shopTerms, warrantyMonths: null, returnDays: 0, carriedIn: null }, { materialsAz: 'Palıd', sizes: null, front: null })
  visit('/az/shop/1')
  expect(await shown('Almazdan əvvəl')).toEqual(['Materiallar: Palıd', 'Qaytarma: Yalnız qüsurlu məhsulu geri götürürük.'])
})
