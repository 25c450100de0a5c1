import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Me } from '@desk/api/records'
import { showLanguage } from '@desk/i18n/setup'
import { nigar, rashad, session, tural } from '@desk/testing/fixtures'
import { base, refuse } from '@desk/testing/handlers'
import { changeByOther, dearerCells, fakePriceBooks, makeDraft, makePriceBook } from '@desk/testing/price-books'
import { violations, visit } from '@desk/testing/render'

const owner: Me = { ...tural, permissions: [...tural.permissions, 'priceBook.read', 'priceBook.write'] }

const oak = 'Veneered board, 19 mm: natural oak, ₼'

/** Opens a price book, by default the draft of the owner. */
function open({
  path = '/price-book',
  books = [makePriceBook(), makeDraft()],
  me = owner,
  first = [] as Parameters<typeof visit>[3][],
} = {}) {
  const { state, handlers } = fakePriceBooks(...books)
  const opened = visit(path, me, session(me), ...first, ...handlers)
  state.hasStepUp = () => opened.state.hasStepUp
  const saved = () => state.calls.filter(({ path: called }) => called.startsWith('PATCH')).map(({ body }) => body)
  const effects = () => state.calls.filter(({ path: called }) => called.endsWith('draft/effect')).map(({ body }) => body)
  return { ...opened, books: state, saved, effects }
}

/** The button of the bar; phones have another one below. */
const firstButton = (name: string): HTMLElement => {
  const [button] = screen.getAllByText(name, { selector: 'button' })
  if (button === undefined) throw new Error(name)
  return button
}

/** Types a whole value at once. */
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

/** A cell by its label; a search by role would read the whole table. */
const cost = async (name = oak) => screen.findByLabelText(name)

describe('the price book', () => {
  it('is for owners and managers alone', async () => {
    open({ me: nigar })
    expect(await screen.findByRole('heading', { name: 'You may not open this screen' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Price book' })).toBeNull()
  })

  it('saves a changed cell by itself, and shows its old value, its price in the shop and the effect', async () => {
    const { saved, effects } = open()
    const field = await cost()
    expect(screen.getByText('77.41')).toBeVisible()
    type(field, '45.5')
    await waitFor(() => expect(saved()).toEqual([{ recordVersion: 4, 'boards.wood19.perM2.oak': 45.5 }]))
    expect(await screen.findByText('85.90')).toBeVisible()
    expect(field).toHaveValue('45.50')
    expect(field).toHaveAccessibleDescription('Was 41.00')
    expect(screen.getAllByText('1 change')[0]).toBeVisible()
    expect(await screen.findByText(/95 designs get dearer, on average \+1.6/)).toBeVisible()
    await waitFor(() =>
      expect(effects()).toEqual([
        { against: 1, last: 100 },
        { against: 1, last: 100 },
      ]),
    )
    expect(screen.getByText('7 offers that were sent keep the 1st book and their prices.')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('keeps a cell that cannot be read, saves the others, and asks before it is left', async () => {
    const { user, saved } = open()
    const field = await cost()
    type(field, 'many')
    const hinge = await cost('Hinge, full overlay, ₼')
    type(hinge, '4.3')
    await waitFor(() => expect(saved()).toEqual([{ recordVersion: 4, 'fittings.hinge-full': 4.3 }]))
    expect(field).toHaveValue('many')
    expect(field).toBeInvalid()
    expect(screen.getByText('Enter a sum such as 45.50')).toBeVisible()
    await user.click(screen.getByText('Products'))
    expect(await screen.findByRole('dialog', { name: '1 change is not saved' })).toBeVisible()
  })

  it('leaves a cell that somebody else changed as theirs, and offers the own value beside it', async () => {
    const { user, books, saved } = open()
    const field = await cost()
    type(field, '45.5')
    changeByOther(books, { 'boards.wood19.perM2.oak': 43, 'fittings.pin': 0.1 })
    await waitFor(() => expect(field).toHaveValue('43.00'))
    const conflict = await screen.findByText(/changed this cell at/)
    expect(conflict).toHaveTextContent(`${rashad.name} changed this cell`)
    expect(conflict).toHaveTextContent('Yours: 45.50')
    expect(await cost('Shelf pin, ₼')).toHaveValue('0.10')
    await user.click(screen.getByText('Take mine'))
    await waitFor(() => expect(saved().at(-1)).toEqual({ recordVersion: 5, 'boards.wood19.perM2.oak': 45.5 }))
    expect(screen.queryByText(/changed this cell at/)).toBeNull()
  })

  it('asks once about a cost that changes by more than a quarter', async () => {
    const { user } = open({ books: [makePriceBook(), makeDraft({}, { 'boards.wood19.perM2.oak': 60 })] })
    expect(await screen.findByText('It was 41.00, +46 %.')).toBeVisible()
    await user.click(firstButton('Publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the 2nd book?' }))
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
    await user.click(dialog.getByRole('button', { name: 'It is right' }))
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled()
    await user.click(dialog.getByRole('button', { name: 'Back' }))
    expect(screen.queryByText('It was 41.00, +46 %.')).toBeNull()
    await user.click(screen.getByText('Products'))
    await user.click(screen.getByText('Price book', { selector: 'a' }))
    await cost()
    expect(screen.queryByText('It was 41.00, +46 %.')).toBeNull()
  })

  it('is published at a time, with the code of the second factor', async () => {
    const { user, books } = open({ books: [makePriceBook(), makeDraft({}, dearerCells)] })
    await cost()
    type(screen.getByLabelText('In force from', { selector: 'input' }), '01.12.2027')
    await user.click(firstButton('Publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the 2nd book?' }))
    expect(dialog.getByText(/In force from 1 Dec 2027, 09:00/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    await user.type(await screen.findByRole('textbox', { name: 'Six-digit code' }), '407193')
    expect((await screen.findAllByText(/Planned, 2nd/))[0]).toBeVisible()
    expect(books.calls.find(({ path }) => path.endsWith('publish'))?.body).toEqual({ recordVersion: 4, validFrom: '2027-12-01T05:00:00Z' })
    expect(window.location.pathname).toBe('/desk/price-book/2')
    expect(screen.queryByLabelText(oak)).toBeNull()
  })

  it('names the cells that a publishing refuses, beside them and in the bar', async () => {
    const { user, books } = open()
    books.hasStepUp = () => true
    books.refusal = { 'boards.lam18.sheetMm': 'PRICE_BOOK.SHEET_TOO_SMALL', 'fittings.mirror': 'FIELD.OUT_OF_RANGE' }
    await cost()
    await user.click(firstButton('Publish'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('The largest part does not fit: at least 2800 × 2070')).toBeVisible()
    expect(screen.getByText('At most 300 ₼ in the shop')).toBeVisible()
    await user.click(firstButton('Mirror, 4 mm, 1 m²'))
    await waitFor(() => expect(screen.getByLabelText('Mirror, 4 mm, 1 m², ₼')).toHaveFocus())
  })

  it('names the cells without which no design has a price', async () => {
    const first = [http.post(`${base}/price-books/draft/effect`, () => refuse(400, { 'fittings.pin': 'FIELD.REQUIRED' }))]
    const { user } = open({ books: [makePriceBook(), makeDraft({ rates: null }, { 'fittings.pin': null })], first })
    const side = within(await screen.findByRole('complementary', { name: 'What gets dearer' }))
    await user.click(await side.findByRole('button', { name: 'Shelf pin' }))
    await waitFor(() => expect(screen.getByLabelText('Shelf pin, ₼')).toHaveFocus())
    await user.click(firstButton('Publish'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes a pasted column, and goes from cost to cost by keys', async () => {
    const { user, saved } = open()
    const field = await cost()
    await user.click(field)
    await user.paste('45,5\n41,5\n')
    await user.keyboard('{ArrowDown}')
    const ash = await cost('Veneered board, 19 mm: ash, ₼')
    expect(ash).toHaveFocus()
    await waitFor(() => expect(ash).toHaveValue('41.50'))
    await waitFor(() => expect(saved()).toEqual([{ recordVersion: 4, 'boards.wood19.perM2.oak': 45.5, 'boards.wood19.perM2.ash': 41.5 }]))
  })

  it('shows what a copied column changes before it does', async () => {
    const { user, saved } = open()
    await cost()
    await user.click(screen.getByText('Paste from a spreadsheet'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Paste from a spreadsheet' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Part' }), 'Work')
    await user.click(dialog.getByRole('textbox', { name: 'Copied column' }))
    await user.paste('2,1\nmany\n6,5')
    expect(dialog.getByText('1 row cannot be read')).toBeVisible()
    expect(saved()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Paste' }))
    await waitFor(() => expect(saved()).toEqual([{ recordVersion: 4, 'work.part': 2.1 }]))
  })

  it('reads a file once its differences were seen', async () => {
    const { user, books } = open()
    books.file = {
      changes: { 'boards.wood19.perM2.oak': { from: 41, to: 45.5 } },
      errors: [],
    }
    await cost()
    await user.upload(screen.getByLabelText('CSV file'), new File(['x'], 'prices.csv', { type: 'text/csv' }))
    const dialog = within(await screen.findByRole('dialog', { name: '1 cell will change' }))
    expect(dialog.getByText('Veneered board, 19 mm: natural oak')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Write into the draft' }))
    await waitFor(() => expect(screen.getByLabelText(oak)).toHaveValue('45.50'))
    expect(books.calls.filter(({ path }) => path.includes('csv')).map(({ path }) => path)).toEqual([
      'POST price-books/draft/csv?dryRun=true&recordVersion=4',
      'POST price-books/draft/csv?dryRun=false&recordVersion=4',
    ])
  })

  it('starts a draft from the book in force, and discards it', async () => {
    const { user, books } = open({ books: [makePriceBook()] })
    expect((await screen.findAllByText('In force, 1st'))[0]).toBeVisible()
    expect(document.querySelector('input[data-cost]')).toBeNull()
    await user.click(firstButton('Start a draft'))
    await cost()
    expect(books.calls).toContainEqual({ path: 'POST price-books', body: { copyFrom: 1 } })
    expect(screen.getAllByText('Draft, 2nd')[0]).toBeVisible()
    await user.click(firstButton('Discard'))
    await user.click(within(await screen.findByRole('dialog', { name: 'Discard the draft?' })).getByRole('button', { name: 'Discard' }))
    expect((await screen.findAllByText('In force, 1st'))[0]).toBeVisible()
    expect(books.calls.at(-1)?.path).toBe('DELETE price-books/draft?version=1')
  })

  it('shows a version beside the one before, and who changed a draft last', async () => {
    const past = makePriceBook({ state: 'past' })
    const now = { ...makeDraft({}, dearerCells), state: 'inForce' as const, validFrom: past.validFrom }
    const draft = makeDraft({ version: 3, changedBy: rashad })
    const { user } = open({ path: '/price-book/2', books: [past, now, draft] })
    expect((await screen.findByText('Was 41.00.')).closest('td')).toHaveTextContent('45.50')
    expect(screen.getByText('5 changes')).toBeVisible()
    await user.click(screen.getByLabelText('Versions'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: /3rd book/ }))
    expect(await screen.findByText(new RegExp(`${rashad.name} changed this draft last`))).toBeVisible()
  })

  it('says that a version is not there, in the language that is shown', async () => {
    open({ path: '/price-book/9' })
    expect(await screen.findByText('There is no such book')).toBeVisible()
    await act(() => showLanguage('az'))
    expect(await screen.findByText('Belə kitab yoxdur')).toBeVisible()
  })
})
