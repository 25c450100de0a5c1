import { beforeEach, expect, it } from 'vitest'
import type { DesignCode } from '@shared/rules/code'
import { designPiece, standardPiece } from '@/lib/quote/pieces'
import { parseSelection } from '@/lib/quote/selection'
import { duplicateSelected, removeSelected, replaceSelected, selectPiece, useSelection } from './selection'
import { useSelectionCount } from './selection-count'

const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja' as DesignCode

const pieces = () => useSelection.getState().pieces

beforeEach(() => {
  localStorage.clear()
  useSelection.setState({ pieces: [], sent: null, isKept: true })
})

it('adds the quantity of the same design, and counts it among the products', () => {
  selectPiece(standardPiece(1, 1))
  selectPiece(designPiece(code))
  selectPiece(designPiece(code, 2))
  expect(pieces()).toMatchObject([{ productId: 1 }, { design: code, quantity: 3 }])
  expect(useSelectionCount.getState().count).toBe(2)
  expect(parseSelection(localStorage.getItem('selection')).pieces).toEqual(pieces())
})

it('has no space for a design beside 20 pieces', () => {
  for (let id = 1; id <= 20; id += 1) selectPiece(standardPiece(id, 1))
  expect(selectPiece(designPiece(code))).toBe(false)
  expect(pieces()).toHaveLength(20)
})

it('copies a design, removes it and puts it back', () => {
  selectPiece(designPiece(code))
  const id = pieces()[0]?.id ?? ''
  duplicateSelected(id)
  const undo = removeSelected(id)
  undo()
  expect(pieces()).toMatchObject([{ design: code, id }, { design: code }])
})

it('leaves nothing of a product that a design replaces', () => {
  selectPiece(standardPiece(1, 1))
  const { id = '', addedAt } = pieces()[0] ?? {}
  replaceSelected(id, designPiece(code))
  expect(pieces()).toEqual([{ ...designPiece(code), id, addedAt }])
})
