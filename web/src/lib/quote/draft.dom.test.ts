import { expect, it } from 'vitest'
import { noContacts } from './contacts'
import { clearDraft, readDraft, saveDraft } from './draft'

const initial = {
  measuring: 'standard' as const,
  measuresOf: 'piece' as const,
  widthMm: '150',
  heightMm: '210',
  depthMm: '60',
  color: 'oak',
  quantity: 1,
  note: '',
  ...noContacts,
}

it('keeps what was changed, without contacts', () => {
  const changed = { ...initial, measuring: 'own' as const, widthMm: '180,5', name: 'Leyla', phone: '0501234567' }
  saveDraft(1, changed, initial)
  expect(readDraft(1)).toEqual({ measuring: 'own', widthMm: '180,5' })
  expect(sessionStorage.getItem('quote:1')).not.toContain('Leyla')
  expect(readDraft(2)).toBeNull()
  clearDraft(1)
  expect(readDraft(1)).toBeNull()
})

it('keeps a niche with all of its measures', () => {
  const niche = { ...initial, measuring: 'own' as const, measuresOf: 'niche' as const, widthMm: '243' }
  saveDraft(1, niche, initial)
  expect(readDraft(1)).toEqual({ measuring: 'own', measuresOf: 'niche', widthMm: '243', heightMm: '210', depthMm: '60' })
  saveDraft(1, niche, niche)
  expect(readDraft(1)).toBeNull()
})

it('keeps nothing where nothing was changed', () => {
  saveDraft(1, { ...initial, note: 'left' }, initial)
  saveDraft(1, initial, initial)
  expect(sessionStorage.length).toBe(0)
})

it.each([
  'not JSON',
  'null',
  '[]',
  '{"v":2,"values":{"note":"left"}}',
  '{"v":1,"values":{"quantity":0}}',
  '{"v":1,"values":{"measuring":"by eye"}}',
  '{"v":1,"values":{"measuresOf":"wall"}}',
  '{"v":1,"values":{"note":7}}',
  '{"v":1,"values":{}}',
])('drops %s', (stored) => {
  sessionStorage.setItem('quote:1', stored)
  expect(readDraft(1)).toBeNull()
})
