import { focusManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Import } from '@desk/api/records'
import { inMinutes } from '@desk/testing/fixtures'
import { base, refuse } from '@desk/testing/handlers'
import { fakeImports, makeImport } from '@desk/testing/imports'
import { fakeCatalog, people } from '@desk/testing/products'
import { violations, visit } from '@desk/testing/render'
import { server } from '@desk/testing/server'

const { id } = makeImport()
const counts = { new: 1, changed: 1, unchanged: 1, refused: 2, kept: 0 }
const ready = (changes: Partial<Import> = {}) => makeImport({ state: 'ready', rows: 5, done: 5, counts, version: 2, ...changes })

/** Opens a path as somebody, with imports that answer. */
function open(path: string, imports: Import[] = [], me = people.manager) {
  const fake = fakeImports(...imports)
  return { ...visit(path, me, undefined, ...fake.handlers, ...fakeCatalog().handlers), fake: fake.state }
}

const file = (name: string, size = 100) => {
  const made = new File(['Handle,Title\n'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const choose = async (...files: File[]) => fireEvent.change(await screen.findByLabelText('File'), { target: { files } })
const saved = () => {
  const names: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

describe('the file of products', () => {
  it.each([
    ['a document', [file('prices.pdf')], /prices\.pdf.*CSV or XLSX/],
    ['an old workbook', [file('prices.xls')], /old Excel format/],
    ['an empty file', [file('prices.csv', 0)], /is empty/],
    ['a file that is too large', [file('prices.csv', 20 * 1024 * 1024 + 1)], /larger than 20 MB/],
    ['two files', [file('one.csv'), file('two.csv')], /one file at a time/],
  ])('is refused before it is sent: %s', async (_, files, text) => {
    const { fake } = open('/products/imports')
    await choose(...files)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(fake.calls).toEqual([])
    expect(await violations()).toEqual([])
  })

  it('opens its columns once it has arrived, by a drop too', async () => {
    const { fake } = open('/products/imports')
    fireEvent.drop(await screen.findByRole('group', { name: 'File of products' }), { dataTransfer: { files: [file('shop.csv')] } })
    expect(await screen.findByRole('heading', { name: 'Which column is what?' })).toBeVisible()
    expect(window.location.pathname).toBe(`/desk/products/imports/${id}`)
    expect(fake.calls).toEqual([{ path: 'products/imports', key: expect.stringMatching(/^\w{32}$/) as string, body: null }])
  })

  it('is parted by the separator that was chosen', async () => {
    const { user } = open('/products/imports')
    let query = ''
    server.use(
      http.post(`${base}/products/imports`, ({ request }) => {
        query = new URL(request.url).search
        return refuse(400, { file: 'IMPORT.BROKEN' })
      }),
    )
    await user.selectOptions(await screen.findByLabelText('Separator of the cells'), 'tab')
    await choose(file('shop.csv'))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(query).toBe('?separator=tab')
  })

  it('is sent again with the same key after the connection was lost', async () => {
    const { fake, user } = open('/products/imports')
    const keys: (string | null)[] = []
    server.use(
      http.post(
        `${base}/products/imports`,
        ({ request }) => {
          keys.push(request.headers.get('Idempotency-Key'))
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await choose(file('shop.csv'))
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'Which column is what?' })
    expect(fake.calls.map(({ key }) => key)).toEqual(keys)
  })

  it('is sent again where the session had ended, without a word', async () => {
    const { fake } = open('/products/imports')
    server.use(http.post(`${base}/products/imports`, () => refuse(401, { general: 'ERROR.SIGN_IN' }), { once: true }))
    await choose(file('shop.csv'))
    await screen.findByRole('heading', { name: 'Which column is what?' })
    expect(fake.calls).toHaveLength(1)
  })

  it('tells why the service refused it, in the words of the service where it names the row', async () => {
    open('/products/imports')
    server.use(
      http.post(`${base}/products/imports`, () =>
        HttpResponse.json(
          { success: false, data: null, message: 'Row 7 has an open quote.', errors: { file: 'IMPORT.BROKEN' } },
          { status: 400 },
        ),
      ),
    )
    await choose(file('shop.csv'))
    expect(await screen.findByRole('alert')).toHaveTextContent('shop.csv: Row 7 has an open quote.')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('stops while it is sent', async () => {
    const { user } = open('/products/imports')
    server.use(http.post(`${base}/products/imports`, () => new Promise<never>(() => undefined)))
    await choose(file('shop.csv'))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the earlier imports', () => {
  it('stand with their state, counts, author and time, and open by keys', async () => {
    const { user } = open('/products/imports', [
      ready({ state: 'applied' }),
      makeImport({ id: 'other', name: 'old.xlsx', source: 'own', state: 'failed' }),
    ])
    const row = (await screen.findByText('shop.csv')).closest('tr')
    expect(row).toHaveTextContent(/Shopify file.*applied.*1 new, 1 changed, 1 unchanged, 2 refused.*Nigar/)
    expect(screen.getByText('old.xlsx').closest('tr')).toHaveTextContent(/our own export.*failed.*9 rows/)
    expect(await violations()).toEqual([])
    await user.keyboard('j{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe(`/desk/products/imports/${id}`))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(window.location.pathname).toBe('/desk/products/imports'))
  })

  it('are none at first', async () => {
    open('/products/imports')
    expect(await screen.findByText('No imports yet')).toBeVisible()
  })
})

describe('the columns of a file', () => {
  const select = (column: string) => screen.findByLabelText(`Field of the column “${column}”`)

  it('have their proposed fields, with examples', async () => {
    open(`/products/imports/${id}`, [makeImport()])
    expect(await select('Handle')).toHaveDisplayValue('Code')
    expect(await select('Title')).toHaveDisplayValue('Name, English')
    expect(await select('Vendor')).toHaveDisplayValue('– leave out –')
    expect(screen.getByText('Pine wardrobe')).toBeVisible()
    expect(screen.getByText('2 columns are left out')).toBeVisible()
    expect(screen.getByText('Separator of the cells: comma')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('need the code, and one column for each field', async () => {
    const { user, fake } = open(`/products/imports/${id}`, [makeImport()])
    await user.selectOptions(await select('Handle'), '– leave out –')
    expect(screen.getByText(/Which column has the code/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await select('Handle')).toBeInvalid()
    await user.selectOptions(await select('Handle'), 'Code')
    await user.selectOptions(await select('Vendor'), 'Price')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await select('Vendor')).toBeInvalid()
    expect(screen.getByText('Another column is this field already.')).toBeVisible()
    expect(fake.calls).toEqual([])
    await user.selectOptions(await select('Vendor'), 'Pictures')
    await user.selectOptions(await select('Notes'), 'Pictures')
    await user.selectOptions(screen.getByLabelText('Decimal sign'), ',')
    await user.selectOptions(screen.getByLabelText('Category of new products'), 'Kitchens')
    await user.clear(screen.getByLabelText('Word that erases'))
    await user.type(screen.getByLabelText('Word that erases'), 'none')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await waitFor(() =>
      expect(fake.calls.at(-1)?.body).toEqual({
        version: 1,
        fields: ['code', 'nameEn', 'price', 'images', 'images'],
        decimal: ',',
        erase: 'none',
        categoryId: 2,
      }),
    )
  })

  it('name the column that the service refuses', async () => {
    const { user } = open(`/products/imports/${id}`, [makeImport()])
    await select('Title')
    server.use(http.put(`${base}/products/imports/:id/mapping`, () => refuse(400, { 'fields[1]': 'IMPORT.FIELD_TWICE' }), { once: true }))
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await waitFor(async () => expect(await select('Title')).toBeInvalid())
    expect(await select('Handle')).toBeValid()
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByRole('heading', { name: 'What will change' })).toBeVisible()
  })

  it('show the import as it is where a colleague was faster', async () => {
    const { user, fake } = open(`/products/imports/${id}`, [makeImport()])
    await select('Handle')
    fake.imports.set(id, ready())
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByRole('heading', { name: 'What will change' })).toBeVisible()
  })
})

describe('the dry run', () => {
  it('shows its progress, then in a sentence what applying does', async () => {
    const { fake } = open(`/products/imports/${id}`, [makeImport({ state: 'checking', rows: 5 })])
    fake.reads = 2
    expect(await screen.findByRole('progressbar', { name: 'The file is being checked' })).toBeVisible()
    expect(screen.getByText('4 of 5 products')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'What will change' })).toBeVisible()
    expect(
      screen.getByText(
        '1 new product will be added, 1 product will change, 1 product will stay as it is, and 2 products will be left out.',
      ),
    ).toBeVisible()
  })

  it('is asked for while the service works, but not in a hidden tab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let reads = 0
    const { fake } = open(`/products/imports/${id}`, [makeImport({ state: 'checking', rows: 5 })])
    fake.reads = 100
    server.use(
      http.get(`${base}/products/imports/:id`, () => {
        reads += 1
        return undefined
      }),
    )
    await screen.findByText('4 of 5 products')
    focusManager.setFocused(false)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(reads).toBe(1)
    focusManager.setFocused(true)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(reads).toBeGreaterThan(1)
  })

  it('has its products by result, which the address keeps, field by field', async () => {
    const { user } = open(`/products/imports/${id}?result=changed`, [ready()])
    const row = (await screen.findByText('SK-101')).closest('tr')
    expect(row).toHaveTextContent(/row 2.*Price ₼1,249\.55 → ₼1,300\.50.*Name, English Oak wardrobe, three doors → Oak wardrobe/)
    const tabs = within(screen.getByRole('navigation', { name: 'By result' }))
    expect(tabs.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['new1', 'changed1', 'unchanged1', 'refused2'])
    await user.click(tabs.getByRole('button', { name: /refused/ }))
    expect((await screen.findByText('XX-1')).closest('tr')).toHaveTextContent(/Price: Check the spelling.*Name, Azərbaycan: Fill this in/)
    expect(screen.getByText(/Code: The file has this code already/)).toBeVisible()
    expect(window.location.search).toBe('?result=refused')
    expect(await violations()).toEqual([])
    await user.click(tabs.getByRole('button', { name: /new/ }))
    expect((await screen.findByText('SK-900')).closest('tr')).toHaveTextContent(/Name, English Pine wardrobe.*2 more fields/)
  })

  it('offers nothing to apply where nothing would change', async () => {
    open(`/products/imports/${id}`, [ready({ counts: { ...counts, new: 0, changed: 0 } })])
    expect(await screen.findByRole('heading', { name: 'Nothing would change' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  })

  it('leads back to the columns, and leaves them as they were', async () => {
    const { user, fake } = open(`/products/imports/${id}`, [ready()])
    await user.click(await screen.findByRole('button', { name: 'Change the columns' }))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'What will change' })).toBeVisible()
    expect(fake.calls).toEqual([])
  })

  it('saves the refused rows as a file', async () => {
    const names = saved()
    const { user } = open(`/products/imports/${id}`, [ready()])
    await user.click(await screen.findByRole('button', { name: 'Refused rows as a file' }))
    await waitFor(() => expect(names).toEqual(['shop-refused.csv']))
  })
})

describe('an import', () => {
  it('is applied, taken back after a question, and names what stays', async () => {
    const { user, fake } = open(`/products/imports/${id}`, [ready()])
    await user.click(await screen.findByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(/^1 new product was added, 1 product changed/)).toBeVisible()
    expect(fake.calls.at(-1)).toMatchObject({ path: `products/imports/${id}/apply`, body: { version: 2 } })
    expect(fake.calls.at(-1)?.key).not.toBeNull()
    expect(screen.getByText(/^possible until/)).toBeVisible()
    expect(await violations()).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Undo…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }))
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('What was changed since stays in 1 product.')).toBeVisible()
    expect(fake.calls.at(-1)).toMatchObject({ path: `products/imports/${id}/undo` })
    expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^kept/ }))
    expect((await screen.findByText('SK-101')).closest('tr')).toHaveTextContent(/Name, English: Somebody changed this/)
  })

  it('shows what it is where a colleague applied it first', async () => {
    const { user, fake } = open(`/products/imports/${id}`, [ready()])
    await screen.findByRole('button', { name: 'Apply' })
    fake.imports.set(id, ready({ state: 'applied', version: 4 }))
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByRole('heading', { name: 'Applied' })).toBeVisible()
    expect(screen.getByText('The import is at another step by now.')).toBeVisible()
  })

  it('cannot be taken back after its time', async () => {
    open(`/products/imports/${id}`, [ready({ state: 'applied', undoUntil: inMinutes(-1) })])
    expect(await screen.findByRole('heading', { name: 'Applied' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull()
  })

  it('tells in words why it failed, and takes back what it had done', async () => {
    open(`/products/imports/${id}`, [ready({ state: 'failed', reason: 'IMPORT.FAILED', undoUntil: inMinutes(60) })])
    expect(await screen.findByRole('alert')).toHaveTextContent(/did not finish.*Several attempts did not work.*You can undo it/)
    expect(screen.getByRole('button', { name: 'Undo…' })).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('is checked again where it failed before anything was done', async () => {
    const { user } = open(`/products/imports/${id}`, [makeImport({ state: 'failed', reason: 'IMPORT.FAILED' })])
    await user.click(await screen.findByRole('button', { name: 'Change the columns' }))
    expect(await screen.findByRole('heading', { name: 'Which column is what?' })).toBeVisible()
  })

  it('cannot be checked again where it failed after something was done, once its undo is too late', async () => {
    open(`/products/imports/${id}`, [ready({ state: 'failed', reason: 'IMPORT.FAILED', undoUntil: inMinutes(-1) })])
    expect(await screen.findByRole('link', { name: 'Another file' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Change the columns' })).toBeNull()
  })

  it('shows which pictures it could not fetch, and fetches them again', async () => {
    const { user, fake } = open(`/products/imports/${id}`, [
      ready({ counts: { ...counts, new: 0, changed: 0 }, pictures: { waiting: 3, fetched: 0, failed: 0 } }),
    ])
    expect(await screen.findByText('Afterwards 3 pictures are fetched from their addresses.')).toBeVisible()
    fake.imports.set(id, ready({ pictures: { waiting: 0, fetched: 2, failed: 1 }, state: 'applied', undoUntil: inMinutes(60), version: 4 }))
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('2 pictures were added to their products.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^pictures missing/ }))
    expect(await screen.findByText('https://cdn.example/table.jpg')).toBeVisible()
    expect(screen.getByText(/There is no picture at this address/)).toBeVisible()
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Fetch them again' }))
    expect(await screen.findByText('1 picture is being fetched.')).toBeVisible()
    expect(fake.calls.at(-1)?.path).toBe(`products/imports/${id}/pictures/retry`)
  })

  it('that is gone says so', async () => {
    open('/products/imports/gone')
    expect(await screen.findByText('There is no such import')).toBeVisible()
  })
})

describe('the table of products', () => {
  it('opens a product whose code is that of the path of imports in another case', async () => {
    visit('/products/IMPORTS', people.manager, undefined, ...fakeCatalog().handlers)
    expect(await screen.findByText('There is no such product')).toBeVisible()
  })

  it('saves what it shows as a file: its filters and its sort', async () => {
    const names = saved()
    const { user, fake } = open('/products?category=2&missing=en&sort=-changed&q=oak')
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await waitFor(() => expect(names).toEqual(['products-2026-11-26.csv']))
    expect(Object.fromEntries(fake.downloads.get('products.csv') ?? [])).toEqual({
      category: '2',
      missing: 'en',
      sort: '-changed',
      q: 'oak',
    })
  })

  it('says why there is no file', async () => {
    const names = saved()
    const { user } = open('/products')
    server.use(http.get(`${base}/products.csv`, () => refuse(409, { general: 'DESK.TOO_MANY_ROWS' })))
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(await screen.findByText(/more than 10,000 rows/)).toBeVisible()
    expect(names).toEqual([])
  })

  it.each([
    ['manager', true, true],
    ['editor', false, true],
    ['warehouse', false, false],
    ['sales', false, false],
  ] as const)('offers files to %s by right', async (role, mayImport, mayExport) => {
    open('/products', [], people[role])
    await screen.findByText('SK-140')
    expect(screen.queryByRole('link', { name: 'Import' }) !== null).toBe(mayImport)
    expect(screen.queryByRole('button', { name: 'Export' }) !== null).toBe(mayExport)
  })

  it('opens no import for somebody without the right', async () => {
    open('/products/imports', [], people.editor)
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull()
  })
})
