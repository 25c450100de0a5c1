import type { Campaign, Instalment, Project, ShopTerms, Store } from '@/lib/api/types'

/** A project with default values. */
function project(given: Partial<Project> & { id: number }): Project {
  const image = {
    imageUrl: `/images/projects/p-${String(given.id)}/1-960.svg`,
    width: 960,
    height: 720,
    color: null,
    placeholder: null,
  }
  return {
    title: `Project ${String(given.id)}`,
    titleAz: `Layihə ${String(given.id)}`,
    titleRu: `Проект ${String(given.id)}`,
    titleEn: `Project ${String(given.id)}`,
    description: '',
    descriptionAz: '',
    descriptionRu: '',
    descriptionEn: '',
    imageUrl: image.imageUrl,
    image,
    category: 'kitchen',
    isLarge: false,
    piece: null,
    ...given,
  }
}

/** Two kitchens, a wardrobe and no garden. */
export const projects: Project[] = [
  project({ id: 1, isLarge: true, descriptionEn: 'An oak kitchen in an old house.' }),
  project({ id: 2, category: 'wardrobe' }),
  project({ id: 3 }),
]

export const store: Store = {
  id: '7a9f1a52-2f54-4f5e-9d4f-6b7f3b2f9a10',
  name: 'Store in Baku',
  nameAz: 'Bakıdakı mağaza',
  nameRu: 'Магазин в Баку',
  nameEn: 'Store in Baku',
  address: '12 Example Street, Baku',
  addressAz: 'Nümunə küç. 12, Bakı',
  addressRu: 'ул. Примерная, 12, Баку',
  addressEn: '12 Example Street, Baku',
  weekdayHours: '10:00–19:00',
  weekdayHoursAz: '10:00–19:00',
  weekdayHoursRu: '10:00–19:00',
  weekdayHoursEn: '10:00–19:00',
  weekendHours: '11:00–17:00',
  weekendHoursAz: '11:00–17:00',
  weekendHoursRu: '11:00–17:00',
  weekendHoursEn: '11:00–17:00',
  whatsapp: '+994501234567',
  email: 'store@example.com',
  facebook: 'https://example.com/facebook',
  instagram: 'https://example.com/instagram',
  linkedin: 'https://example.com/linkedin',
  mapUrl: 'https://map.example.com/embed',
  images: [],
}

export function campaign(endDate: string): Campaign {
  return {
    id: 1,
    name: 'Stone worktop as a gift',
    nameAz: 'Daş üzlük hədiyyə',
    nameRu: 'Каменная столешница в подарок',
    nameEn: 'Stone worktop as a gift',
    description: 'With kitchens over 3 metres.',
    descriptionAz: '3 metrdən uzun mətbəxlərə.',
    descriptionRu: 'К кухням от 3 метров.',
    descriptionEn: 'With kitchens over 3 metres.',
    imageUrl: '/images/campaigns/stone/1-960.svg',
    image: null,
    startDate: null,
    endDate,
    version: 1,
  }
}

export const instalment: Instalment = {
  months: 12,
  leastTotal: 300,
  feePercent: 0,
  textAz: 'Taksit kartı ilə',
  textRu: 'По карте рассрочки',
  textEn: 'With an instalment card',
}

/** Two areas, work from Monday to Saturday, two holidays, no instalments. */
export const shopTerms: ShopTerms = {
  delivery: [
    { code: 'baku', nameAz: 'Bakı, Sumqayıt', nameRu: 'Баку, Сумгаит', nameEn: 'Baku, Sumgait', workingDays: [1, 2] },
    { code: 'ganja', nameAz: 'Gəncə', nameRu: 'Гянджа', nameEn: 'Ganja', workingDays: [3, 5] },
  ],
  cutOff: '16:00',
  madeToOrderDays: 20,
  week: [1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '10:00', to: '20:00' })),
  holidays: ['2026-12-31', '2027-01-01'],
  instalment: null,
  warrantyMonths: 60,
  returnDays: 14,
  carriedIn: true,
}
