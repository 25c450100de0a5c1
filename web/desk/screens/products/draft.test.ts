import { describe, expect, it } from 'vitest'
import { makeProduct } from '@desk/testing/products'
import { moved } from '@desk/lib/order'
import { pastedCells } from '@desk/lib/pasted'
import { check, fallbackOf, fieldsOf, missingOf, typedOf, type Typed } from './draft'
import { changesOfRow, typedRow } from './sheet'

const saved = fieldsOf(makeProduct())
const checked = (changes: Partial<Typed>, fields = saved) => check({ ...typedOf(fields, 'az'), ...changes }, fields)

describe('a typed product', () => {
  it('changes nothing where it means the same', () => {
    expect(checked({})).toEqual({ changes: {}, errors: {} })
    expect(checked({ price: '1249.55 ₼', nameAz: ` ${saved.nameAz} `, discount: '12%' })).toEqual({ changes: {}, errors: {} })
  })

  it.each([
    [{ price: '' }, { price: 'FIELD.REQUIRED' }],
    [{ price: '-1' }, { price: 'FIELD.INVALID' }],
    [{ price: '10000000.01' }, { price: 'FIELD.INVALID' }],
    [{ price: '0' }, { price: 'FIELD.REQUIRED' }],
    [{ discount: '100' }, { discount: 'FIELD.OUT_OF_RANGE' }],
    [{ reorderAt: '1.5' }, { reorderAt: 'FIELD.OUT_OF_RANGE' }],
    [{ weightGrams: '0' }, { weightGrams: 'FIELD.OUT_OF_RANGE' }],
    [{ weightGrams: '62.5' }, { weightGrams: 'FIELD.OUT_OF_RANGE' }],
    [{ materialsRu: 'x'.repeat(501) }, { materialsRu: 'FIELD.TOO_LONG' }],
    [{ nameAz: ' ' }, { nameAz: 'FIELD.REQUIRED' }],
    [{ nameRu: '' }, { nameRu: 'FIELD.REQUIRED' }],
    [{ nameEn: 'x'.repeat(201) }, { nameEn: 'FIELD.TOO_LONG' }],
    [{ featuresEn: 'x'.repeat(5_001) }, { featuresEn: 'FIELD.TOO_LONG' }],
    [{ showAt: 'soonT10:00' }, { showAt: 'FIELD.INVALID' }],
    [{ showAt: '2026-12-07T10:00', hideAt: '2026-12-07T10:00' }, { hideAt: 'FIELD.MIN_ABOVE_MAX' }],
  ] as const)('names all fields that cannot be saved: %o', (changes, errors) => {
    expect(checked(changes).errors).toEqual(errors)
  })

  it('has a weight or none', () => {
    expect(checked({ weightGrams: '62500', careEn: 'Wipe dry' }).changes).toEqual({ weightGrams: 62_500, careEn: 'Wipe dry' })
    expect(checked({ weightGrams: ' ' }).changes).toEqual({ weightGrams: null })
  })

  it('has the design of a pasted address or code, or none', () => {
    const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'
    for (const typed of [code, ` ${code} `, `https://sebeke.example/az/design?step=size#${code}`]) {
      expect(checked({ designCode: typed }).changes).toEqual({ designCode: code })
    }
    expect(checked({ designCode: '' }, { ...saved, designCode: code }).changes).toEqual({ designCode: null })
  })

  it('may lack names and a price while it is hidden', () => {
    const hidden = { ...saved, isActive: false }
    expect(checked({ price: '0', nameRu: '', nameEn: '' }, hidden)).toEqual({ changes: { price: 0, nameRu: '', nameEn: '' }, errors: {} })
  })

  it('is not kept from other changes by a name that was missing before', () => {
    const incomplete = { ...saved, nameEn: '' }
    expect(checked({ discount: '5' }, incomplete)).toEqual({ changes: { discount: 5 }, errors: {} })
  })

  it('has its times in Baku', () => {
    expect(checked({ hideAt: '2026-12-07T10:00' }).changes).toEqual({ hideAt: '2026-12-07T06:00:00Z' })
    expect(typedOf({ ...saved, hideAt: '2026-12-07T06:00:00Z' }, 'en').hideAt).toBe('2026-12-07T10:00')
  })
})

describe('a text that is missing', () => {
  it('counts where the source has it', () => {
    expect(missingOf(typedOf(saved, 'az'), 'en')).toEqual(['internalMeasurement', 'features'])
    expect(missingOf(typedOf({ ...saved, featuresAz: '' }, 'az'), 'en')).toEqual(['internalMeasurement'])
  })

  it('falls back to the source', () => {
    expect(fallbackOf(typedOf(saved, 'az'), 'features', 'en')).toBe('Bütöv ağac, 22 mm')
    expect(fallbackOf(typedOf(saved, 'az'), 'features', 'az')).toBe('')
  })
})

it('moves an item to another place, and to none outside', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
})

describe('a row of the sheet', () => {
  const row = makeProduct()
  it('has the changed cells and the version alone', () => {
    expect(changesOfRow(row, typedRow(row, 'ru'))).toBeNull()
    expect(changesOfRow(row, { ...typedRow(row, 'ru'), price: '1 300', reorderAt: '', isActive: false })).toEqual({
      code: 'SK-101',
      version: 9,
      price: 1300,
      reorderAt: null,
      isActive: false,
    })
  })

  it('is not read where one cell is not', () => {
    expect(changesOfRow(row, { ...typedRow(row, 'ru'), discount: 'x' })).toBeUndefined()
  })

  it('comes from copied cells', () => {
    expect(pastedCells('1\t2\r\n3\t\n')).toEqual([
      ['1', '2'],
      ['3', ''],
    ])
  })
})
