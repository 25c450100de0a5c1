import { create } from 'zustand'
import { maxPieces, type Piece } from '@/lib/quote/pieces'
import { formatSelection, isSamePiece, maxSelected, parseSelection, type SelectedPiece, type Selection } from '@/lib/quote/selection'
import { randomHex } from '@shared/random'
import { readStored, writeStored } from '@shared/storage'
import { selectionKey, useSelectionCount } from './selection-count'

interface SelectionState extends Selection {
  /** Whether the browser keeps the selection when the tab is closed. */
  isKept: boolean
}

const stored = (): Selection => parseSelection(readStored(selectionKey))

/** The pieces that the visitor collects for one request. */
export const useSelection = create<SelectionState>(() => ({ ...stored(), isKept: true }))

useSelection.subscribe(({ pieces }) => useSelectionCount.setState({ count: pieces.length }))
window.addEventListener('storage', ({ key }) => {
  if (key === selectionKey || key === null) useSelection.setState(stored())
})

function store(selection: Selection): void {
  useSelection.setState({ ...selection, isKept: writeStored(selectionKey, formatSelection(selection)) })
}

/** A changed list was not sent yet. */
function change(update: (pieces: readonly SelectedPiece[]) => readonly SelectedPiece[]): void {
  store({ pieces: update(useSelection.getState().pieces), sent: null })
}

const changePiece = (id: string, update: (piece: SelectedPiece) => SelectedPiece) =>
  change((pieces) => pieces.map((piece) => (piece.id === id ? update(piece) : piece)))

function selected(piece: Piece): SelectedPiece {
  return { ...piece, id: randomHex(4), addedAt: Math.floor(Date.now() / 1000) }
}

/** Adds a piece, or its quantity where the selection has just the same. Returns whether there was space. */
export function selectPiece(piece: Piece): boolean {
  const { pieces } = useSelection.getState()
  const same = pieces.find((other) => isSamePiece(other, piece))
  if (same !== undefined) {
    setSelectedQuantity(same.id, Math.min(maxPieces, same.quantity + piece.quantity))
    return true
  }
  if (pieces.length >= maxSelected) return false
  change(() => [...pieces, selected(piece)])
  return true
}

/**
 * Adds a piece that leaves another place, with all of its quantity: a line of its own if the same one would have too many. Returns a
 * function that takes the quantity out again; null if there was no space.
 */
export function moveToSelection(piece: Piece): (() => void) | null {
  const { pieces: before, sent } = useSelection.getState()
  const same = before.find((other) => isSamePiece(other, piece) && other.quantity + piece.quantity <= maxPieces)
  if (same === undefined && before.length >= maxSelected) return null
  const added = same ?? selected(piece)
  if (same === undefined) change(() => [...before, added])
  else setSelectedQuantity(same.id, same.quantity + piece.quantity)
  const { pieces: after } = useSelection.getState()
  return () => {
    const { pieces } = useSelection.getState()
    if (pieces === after) store({ pieces: before, sent })
    else takeOut(added.id, piece.quantity)
  }
}

function takeOut(id: string, quantity: number): void {
  const before = useSelection.getState().pieces.find((piece) => piece.id === id)?.quantity ?? 0
  if (before > quantity) setSelectedQuantity(id, before - quantity)
  else removeSelected(id)
}

export function setSelectedQuantity(id: string, quantity: number): void {
  changePiece(id, (piece) => ({ ...piece, quantity }))
}

/** Replaces a piece in its place. */
export function replaceSelected(id: string, piece: Piece): void {
  changePiece(id, ({ addedAt }) => ({ ...piece, id, addedAt }))
}

/** Puts a copy behind a piece. Returns whether there was space. */
export function duplicateSelected(id: string): boolean {
  const { pieces } = useSelection.getState()
  const index = pieces.findIndex((piece) => piece.id === id)
  const piece = pieces[index]
  if (piece === undefined || pieces.length >= maxSelected) return false
  change(() => pieces.toSpliced(index + 1, 0, selected(piece)))
  return true
}

/** Removes a piece. Returns a function that puts it back in its place, if there is space. */
export function removeSelected(id: string): () => void {
  const { pieces: before } = useSelection.getState()
  const index = before.findIndex((piece) => piece.id === id)
  const piece = before[index]
  if (piece === undefined) return () => undefined
  change((pieces) => pieces.filter((other) => other.id !== id))
  return () => change((pieces) => (pieces.length >= maxSelected ? pieces : pieces.toSpliced(index, 0, piece)))
}

/** Empties the selection. Returns a function that puts all back. */
export function clearSelection(): () => void {
  const { pieces, sent } = useSelection.getState()
  change(() => [])
  return () => {
    if (useSelection.getState().pieces.length === 0) store({ pieces, sent })
  }
}

/** Marks the list as sent, unless it has changed since. */
export function markSelectionSent(pieces: readonly SelectedPiece[], number: string): void {
  if (useSelection.getState().pieces === pieces) store({ pieces, sent: number })
}
