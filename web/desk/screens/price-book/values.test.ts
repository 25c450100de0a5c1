import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makePriceBook } from '@desk/testing/price-books'
import { cellNames, type CellName } from './cells'
import { percentText } from './Effect'
import { pastedColumn } from './paste'
import { cellsOf, formatCell, jumpOf, rateOf, readCell, sentValue, typedCells, valueOf } from './values'

/** Paths of the numbers of a book, and of its sheets. */
function pathsOf(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'number' || Array.isArray(value)) return [path.join('.')]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))
}

const book = JSON.parse(readFileSync('../services/rules/data/pricebook.json', 'utf8')) as object

describe('the cells of a price book', () => {
  it('are those of the rule book', () => {
    const own = pathsOf(book).filter((path) => !['version', 'rules'].includes(path))
    expect([...cellNames].sort()).toEqual(own.sort())
  })

  it('are read from a book in their units, and sent as the contract has them', () => {
    const cells = cellsOf(makePriceBook())
    expect(cells).toMatchObject({
      'boards.wood19.perM2.oak': 4_100,
      roundTo: 100,
      vatPercent: 18,
      'boards.solid19.sheetMm': [2_800, 1_000],
      'fittings.pin': 9,
    })
    expect(Object.values(cells)).not.toContain(null)
    expect(sentValue('boards.wood19.perM2.oak', 4_550)).toBe(45.5)
    expect(sentValue('vatPercent', 20)).toBe(20)
    expect(valueOf('boards.lam18.sheetMm', [])).toBeNull()
  })

  it('are read as they are shown, in each language', () => {
    const cells = cellsOf(makePriceBook())
    for (const language of ['az', 'ru', 'en'] as const) {
      const typed = typedCells(cells, language)
      for (const name of cellNames) expect(readCell(name, typed[name]), name).toEqual({ value: cells[name] })
    }
  })

  it.each<[CellName, string, ReturnType<typeof readCell>]>([
    ['fittings.pin', '0,09', { value: 9 }],
    ['fittings.pin', '1000', { value: 100_000 }],
    ['fittings.pin', '1000,01', { problem: 'range' }],
    ['fittings.pin', 'nine', { problem: 'form' }],
    ['fittings.pin', ' ', { problem: 'required' }],
    ['vatPercent', '31', { problem: 'range' }],
    ['bandPercent', '50 %', { value: 50 }],
    ['markupPercent.work', '300', { value: 300 }],
    ['boards.lam18.sheetMm', '2800x2070', { value: [2_800, 2_070] }],
    ['boards.lam18.sheetMm', '2800 2070', { value: [2_800, 2_070] }],
    ['boards.lam18.sheetMm', '2800', { problem: 'form' }],
    ['boards.lam18.sheetMm', '28000 × 2070', { problem: 'range' }],
    ['roundTo', '2', { problem: 'range' }],
  ])('%s reads %j', (name, text, read) => {
    expect(readCell(name, text)).toEqual(read)
  })

  it('show a price in the shop with waste, markup and VAT', () => {
    const { rates } = makePriceBook()
    expect(rateOf(rates, 'boards.wood19.perM2.walnut')).toBe(10_573)
    expect(rateOf(rates, 'boards.wood19.edgePerM')).toBe(277)
    expect(rateOf(rates, 'fittings.runner-550')).toBe(2_850)
    expect(rateOf(rates, 'work.door')).toBe(1_012)
    expect(rateOf(null, 'work.door')).toBeNull()
  })

  it.each<[CellName, number, number, number | null]>([
    ['fittings.pin', 100, 125, null],
    ['fittings.pin', 100, 126, 26],
    ['fittings.pin', 100, 74, -26],
    ['fittings.pin', 0, 126, null],
    ['markupPercent.work', 32, 57, null],
    ['markupPercent.work', 32, 58, 26],
    ['roundTo', 1, 1_000, null],
  ])('%s asks about the change from %d to %d', (name, before, after, jump) => {
    expect(jumpOf(name, before, after)).toBe(jump)
  })

  it('take a copied column from a cost on to the end of its group', () => {
    expect(pastedColumn('boards.wood19.perM2.walnut', 'qoz\t60,5\r\ntünd palıd\t50\r\nkənar\t1,9\r\nartıq\t7\r\n')).toEqual([
      ['boards.wood19.perM2.walnut', '60,5'],
      ['boards.wood19.perM2.smoked-oak', '50'],
      ['boards.wood19.edgePerM', '1,9'],
    ])
    expect(pastedColumn('work.order', ' ')).toEqual([])
  })

  it('show shares with one decimal and a sign', () => {
    expect([1.6, -0.04, -12, 0].map((percent) => percentText(percent, 'az'))).toEqual([
      '+1,6\u00a0%',
      '0,0\u00a0%',
      '−12,0\u00a0%',
      '0,0\u00a0%',
    ])
    expect(percentText(2, 'en')).toBe('+2.0\u00a0%')
    expect(formatCell('boards.lam18.sheetMm', [2_800, 2_070], 'az')).toBe('2800 × 2070')
  })
})
