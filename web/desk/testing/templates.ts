import type { Template } from '@desk/api/records'
import { inMinutes, nigarAsPerson } from './fixtures'

const text = 'Salam, {name}! Sizin üçün hazırladığımız təklif: {link}'

export const makeTemplate = (changes: Partial<Template> = {}): Template => ({
  code: 'price_ready',
  channel: 'whatsapp',
  nameAz: 'Təklif hazırdır',
  nameRu: 'Предложение готово',
  nameEn: 'The offer is ready',
  subjectAz: '',
  subjectRu: '',
  subjectEn: '',
  textAz: text,
  textRu: 'Здравствуйте, {name}! Мы подготовили предложение: {link}',
  textEn: 'Hello, {name}! We have prepared your offer: {link}',
  version: 1,
  changedBy: null,
  changedAt: inMinutes(-6000),
  ...changes,
})

/** One prepared text for each channel. */
export const makeTemplates = (): Template[] => [
  makeTemplate(),
  makeTemplate({
    code: 'ask_size',
    channel: 'mail',
    nameEn: 'Ask for the size',
    subjectRu: '{product}: размеры',
    textRu: 'Здравствуйте, {name}! Пришлите размеры для {product}. {me}',
    changedBy: nigarAsPerson,
  }),
]
