import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import { draftPrefix } from '@desk/lib/kept'
import { rashad } from '@desk/testing/fixtures'
import { base, list, refuse } from '@desk/testing/handlers'
import { changeAsOther, fakeCatalog, makeProduct, makeProducts, people } from '@desk/testing/products'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'
import { sendEvent } from '@desk/testing/stream'

/** Opens a path as somebody, with the catalogue that answers. */
function open(path: string, me = people.manager, products = makeProducts(), kept?: ReturnType<typeof fakeCatalog>) {
  const catalog = kept ?? fakeCatalog(products)
  // The palette asks for what else it may find.
  const orders = http.get(`${base}/orders`, () => list([]))
  return { ...visit(path, me, undefined, ...catalog.handlers, orders), catalog: catalog.state, kept: catalog }
}

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const ready = () => screen.findByLabelText('Name, English')
const saveButton = () => screen.getAllByRole('button', { name: /^Save/ })[0] ?? document.body
const patches = (catalog: ReturnType<typeof open>['catalog']) =>
  catalog.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

describe('the table of products', () => {
  it('shows hidden ones too, and why they are not in the shop', async () => {
    open('/products')
    const row = (await screen.findByText('SK-140')).closest('tr')
    expect(row).toHaveTextContent(/hidden.*no price, a name is missing/)
    expect(row).toHaveTextContent('incomplete: Russian, English')
    expect(row).toHaveTextContent('1 piece low')
    const shown = screen.getByText('SK-101').closest('tr')
    expect(shown).toHaveTextContent('1 reserved')
    expect(shown).toHaveTextContent('₼1,099.60')
    expect(await violations()).toEqual([])
  })

  it('keeps filters and sort in the address, and leaves unknown words out', async () => {
    const { user, catalog } = open('/products?category=2&stock=bogus&missing=en')
    await screen.findByText('SK-101')
    expect(Object.fromEntries(catalog.asked[0] ?? [])).toEqual({ category: '2', missing: 'en', limit: '50' })
    await user.click(screen.getByRole('button', { name: 'Price' }))
    await waitFor(() => expect(window.location.search).toContain('sort=price'))
    await user.click(screen.getByRole('button', { name: 'Filters: 2 set' }))
    await user.selectOptions(screen.getByLabelText('In the shop'), 'false')
    await waitFor(() => expect(catalog.asked.at(-1)?.get('isActive')).toBe('false'))
  })

  it('is reached and walked by keys alone', async () => {
    const { user } = open('/me')
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('gp')
    await screen.findByText('SK-140')
    await user.keyboard('jjx')
    expect(screen.getByRole('region', { name: '1 product' })).toBeVisible()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/desk/products/SK-140'))
  })

  it('lets Enter press what has the focus, and open the row that the keys moved to', async () => {
    const { user } = open('/products')
    const button = await screen.findByRole('button', { name: 'New product' })
    await screen.findByText('SK-140')
    button.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
    await user.keyboard('jj{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/desk/products/SK-140'))
  })

  it('makes a hidden product, and says where its code is taken', async () => {
    const { user, catalog } = open('/products')
    await user.click(await screen.findByRole('button', { name: 'New product' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Code'), 'sk-101')
    await user.type(dialog.getByLabelText('Name in Azerbaijani'), 'Güzgü')
    await user.click(dialog.getByRole('button', { name: 'New product' }))
    expect(await dialog.findByText('There is a product with this code already.')).toBeVisible()
    await user.clear(dialog.getByLabelText('Code'))
    await user.type(dialog.getByLabelText('Code'), 'gz-1')
    await user.click(dialog.getByRole('button', { name: 'New product' }))
    await waitFor(() => expect(window.location.pathname).toBe('/desk/products/GZ-1'))
    expect(catalog.calls.at(-1)?.body).toEqual({ code: 'GZ-1', nameAz: 'Güzgü', categoryId: 1 })
    expect(catalog.calls.at(-1)?.key).not.toBeNull()
  })

  it('opens a product from the palette', async () => {
    const { user } = open('/products')
    await screen.findByText('SK-140')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'mt-210')
    await user.click(await screen.findByRole('option', { name: /MT-210/ }))
    await waitFor(() => expect(window.location.pathname).toBe('/desk/products/MT-210'))
  })

  it('says that a colleague changed one, rather than moving rows', async () => {
    open('/products')
    await screen.findByText('SK-140')
    act(() => sendEvent('change', { kind: 'product', id: '1', what: 'changed', version: 10, by: rashad.id, at: '' }))
    expect(await screen.findByText('1 new: show')).toBeVisible()
  })
})

describe('several products', () => {
  const mark = async (user: ReturnType<typeof open>['user'], ...codes: string[]) => {
    for (const code of codes) await user.click(await screen.findByRole('checkbox', { name: `Mark product ${code}` }))
  }

  it('are edited like a sheet: what changes is shown before it is saved, and can be taken back', async () => {
    const { user, catalog } = open('/products')
    await mark(user, 'SK-101', 'MT-210')
    await user.click(screen.getByRole('button', { name: 'Edit as a sheet' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Edit 2 products' }))
    fireEvent.change(sheet.getByLabelText('SK-101: Price'), { target: { value: '1 300,50' } })
    fireEvent.change(sheet.getByLabelText('MT-210: Discount'), { target: { value: '20' } })
    await user.click(sheet.getByRole('button', { name: 'See what changes' }))
    const preview = within(await screen.findByRole('dialog', { name: '2 products will change' }))
    expect(preview.getByText('₼1,300.50')).toBeVisible()
    expect(preview.getByText('20 %')).toBeVisible()
    expect(catalog.products.get('SK-101')?.price).toBe(1249.55)
    expect(catalog.calls.at(-1)?.body).toEqual({
      action: 'rows',
      dryRun: true,
      rows: [
        { code: 'SK-101', version: 9, price: 1300.5 },
        { code: 'MT-210', version: 4, discount: 20 },
      ],
    })
    await user.click(preview.getByRole('button', { name: 'Save these changes' }))
    await waitFor(() => expect(catalog.products.get('SK-101')?.price).toBe(1300.5))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(catalog.products.get('SK-101')?.price).toBe(1249.55))
    expect(catalog.products.get('MT-210')?.discount).toBe(12)
  })

  it('take cells that were copied from a spreadsheet, and refuse what cannot be read', async () => {
    const { user } = open('/products')
    await mark(user, 'SK-101', 'SK-140')
    await user.click(screen.getByRole('button', { name: 'Edit as a sheet' }))
    const sheet = within(await screen.findByRole('dialog'))
    fireEvent.paste(sheet.getByLabelText('SK-101: Price'), { clipboardData: { getData: () => '1 000,00\t5\r\n2000\tabc\r\n' } })
    expect(sheet.getByLabelText('SK-101: Discount')).toHaveValue('5')
    expect(sheet.getByLabelText('SK-140: Price')).toHaveValue('2000')
    expect(sheet.getByLabelText('SK-140: Discount')).toBeInvalid()
    expect(sheet.getByRole('button', { name: 'See what changes' })).toBeDisabled()
    sheet.getByLabelText('SK-101: Price').focus()
    await user.keyboard('{ArrowDown}')
    expect(sheet.getByLabelText('SK-140: Price')).toHaveFocus()
    expect(await violations()).toEqual([])
  })

  it('name the rows that somebody changed since, and save the others', async () => {
    const { user, catalog } = open('/products')
    await mark(user, 'SK-101', 'MT-210')
    await user.click(screen.getByRole('button', { name: 'Edit as a sheet' }))
    const sheet = within(await screen.findByRole('dialog'))
    for (const code of ['SK-101', 'MT-210']) fireEvent.change(sheet.getByLabelText(`${code}: Price`), { target: { value: '900' } })
    changeAsOther(catalog, 'SK-101', { price: 1111 })
    await user.click(sheet.getByRole('button', { name: 'See what changes' }))
    const preview = within(await screen.findByRole('dialog', { name: '1 product will change' }))
    expect(preview.getByText(/changed/)).toBeVisible()
    await user.click(preview.getByRole('button', { name: 'Save these changes' }))
    await waitFor(() => expect(catalog.products.get('MT-210')?.price).toBe(900))
    expect(catalog.products.get('SK-101')?.price).toBe(1111)
  })

  it('are hidden at once, and shown only where they can be', async () => {
    const { user, catalog } = open('/products')
    await mark(user, 'SK-101', 'SK-140')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    const refused = within(await screen.findByRole('dialog', { name: '1 product was not changed' }))
    expect(refused.getByText('SK-140')).toBeVisible()
    await user.click(refused.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    await waitFor(() => expect(catalog.products.get('SK-101')?.isActive).toBe(false))
  })

  it.each(['editor', 'warehouse', 'sales'] as const)('cannot be marked by %s', async (role) => {
    open('/products', people[role])
    await screen.findByText('SK-140')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('the editor of a product', () => {
  it('sends the changed fields and the version alone', async () => {
    const { user, catalog } = open('/products/sk-101')
    await ready()
    type('Description, English', '  Doors of oak.  ')
    type('Discount, %', '10')
    expect(screen.getAllByText('2 changes')[0]).toBeVisible()
    expect(await violations()).toEqual([])
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(patches(catalog)).toEqual([{ version: 9, descriptionEn: 'Doors of oak.', discount: 10 }]))
    await waitFor(() => expect(screen.queryByText('2 changes')).toBeNull())
    expect(saveButton()).toBeDisabled()
  })

  it('has no stock in what it saves', async () => {
    const { catalog } = open('/products/SK-101')
    await ready()
    changeAsOther(catalog, 'SK-101', {})
    catalog.products.set('SK-101', { ...makeProduct({ version: 10 }), stockQuantity: 1 })
    type('Catalogue, ₼', '1300')
    fireEvent.click(saveButton())
    await waitFor(() => expect(patches(catalog)).toEqual([{ version: 9, price: 1300 }]))
    expect(catalog.products.get('SK-101')?.stockQuantity).toBe(1)
  })

  it('saves again and again, and from a second tab, without a conflict', async () => {
    const { catalog } = open('/products/SK-101')
    await ready()
    type('Catalogue, ₼', '1300')
    fireEvent.click(saveButton())
    await waitFor(() => expect(catalog.products.get('SK-101')?.version).toBe(10))
    // The person's second tab.
    catalog.products.set('SK-101', { ...(catalog.products.get('SK-101') ?? makeProduct()), price: 1400, version: 11 })
    type('Catalogue, ₼', '1500')
    fireEvent.click(saveButton())
    await waitFor(() => expect(catalog.products.get('SK-101')?.price).toBe(1500))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('merges what a colleague changed elsewhere, and says so', async () => {
    const { catalog } = open('/products/SK-101')
    await ready()
    changeAsOther(catalog, 'SK-101', { descriptionAz: 'Palıd və şüşə.' })
    type('Description, English', 'Doors of glass.')
    fireEvent.click(saveButton())
    await waitFor(() => expect(field('Description, Azərbaycan')).toHaveValue('Palıd və şüşə.'))
    expect(catalog.products.get('SK-101')).toMatchObject({ descriptionAz: 'Palıd və şüşə.', descriptionEn: 'Doors of glass.' })
    expect(await screen.findByText('1 field merged')).toBeVisible()
  })

  it('asks whose text holds where two people changed the same field', async () => {
    const { user, catalog } = open('/products/SK-101')
    await ready()
    changeAsOther(catalog, 'SK-101', { descriptionEn: 'Theirs.' })
    type('Description, English', 'Mine.')
    fireEvent.click(saveButton())
    const dialog = within(await screen.findByRole('dialog', { name: /Rəşad Quliyev changed this meanwhile/ }))
    expect(dialog.getByText('Description, English')).toBeVisible()
    await user.click(dialog.getAllByRole('radio')[1] ?? document.body)
    await user.click(dialog.getByRole('button', { name: 'Merge and save' }))
    await waitFor(() => expect(catalog.products.get('SK-101')?.descriptionEn).toBe('Mine.'))
    await waitFor(() => expect(saveButton()).toBeDisabled())
  })

  it('takes their text where the own one is given up', async () => {
    const { user, catalog } = open('/products/SK-101')
    await ready()
    changeAsOther(catalog, 'SK-101', { descriptionEn: 'Theirs.' })
    type('Description, English', 'Mine.')
    fireEvent.click(saveButton())
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard mine' }))
    await waitFor(() => expect(field('Description, English')).toHaveValue('Theirs.'))
    expect(catalog.products.get('SK-101')?.descriptionEn).toBe('Theirs.')
  })

  it('names every refused field beside it and in the bar, with a way to it', async () => {
    const { user, catalog } = open('/products/SK-140')
    await ready()
    await user.click(screen.getByRole('checkbox', { name: 'Show in the shop' }))
    fireEvent.click(saveButton())
    const [bar] = await screen.findAllByRole('alert')
    for (const name of ['Name, Русский', 'Name, English', 'Price']) {
      expect(within(bar ?? document.body).getByRole('button', { name })).toBeVisible()
    }
    expect(field('Name, Русский')).toBeInvalid()
    expect(field('Name, English')).toBeInvalid()
    expect(field('Catalogue, ₼')).toBeInvalid()
    expect(patches(catalog)).toEqual([])
    await user.click(within(bar ?? document.body).getByRole('button', { name: 'Name, English' }))
    await waitFor(() => expect(field('Name, English')).toHaveFocus())
  })

  it('shows the refusals of the service by field, and keeps what is typed', async () => {
    open('/products/SK-101')
    await ready()
    type('Description, English', '<script>')
    type('Discount, %', '3')
    fireEvent.click(saveButton())
    await waitFor(() => expect(field('Description, English')).toBeInvalid())
    expect(screen.getAllByRole('button', { name: 'Description, English' })[0]).toBeVisible()
    expect(field('Discount, %')).toHaveValue('3')
  })

  it('keeps what is typed while the catalog does not answer, says so, and saves it afterwards', async () => {
    const { catalog } = open('/products/SK-101')
    await ready()
    type('Description, English', 'Doors of ash.')
    server.use(http.patch(`${base}/products/:code`, () => refuse(503, { general: 'ERROR.UNAVAILABLE' }), { once: true }))
    fireEvent.click(saveButton())
    expect(await screen.findByText('The service does not answer now. Try again shortly.')).toBeVisible()
    expect(field('Description, English')).toHaveValue('Doors of ash.')
    expect(localStorage.getItem(`${draftPrefix}product.${people.manager.id}.SK-101`)).toContain('Doors of ash.')
    fireEvent.click(saveButton())
    await waitFor(() => expect(catalog.products.get('SK-101')?.descriptionEn).toBe('Doors of ash.'))
  })

  it('shows what the shop falls back to as a placeholder, never as a value', async () => {
    open('/products/SK-101')
    await ready()
    expect(field('Features, English')).toHaveValue('')
    expect(field('Features, English')).toHaveAttribute('placeholder', 'Empty, the shop shows: Bütöv ağac, 22 mm')
    expect(screen.getByText('2 empty fields', { selector: 'span:not(.visually-hidden)' })).toBeInTheDocument()
  })

  it('marks a translation whose source changed until it is confirmed', async () => {
    const { user, catalog } = open('/products/SK-101')
    await ready()
    expect(screen.getByText(/The source was changed on .* by Rəşad Quliyev/)).toBeVisible()
    expect(screen.getByText('It was: Palıd qapılar.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Still right' }))
    await waitFor(() => expect(screen.queryByText(/The source was changed/)).toBeNull())
    expect(patches(catalog)).toEqual([{ version: 9, confirm: ['descriptionRu'] }])
  })

  it('takes the mark of a changed source away once the translation is edited', async () => {
    open('/products/SK-101')
    await ready()
    type('Description, Русский', 'Двери из дуба.')
    expect(screen.queryByText(/The source was changed/)).toBeNull()
  })

  it('marks each unsaved field; the mark shows what was there and takes it back', async () => {
    const { user } = open('/products/SK-101')
    await ready()
    type('Name, English', 'Wardrobe')
    await user.click(screen.getByRole('button', { name: 'Name, English: changed' }))
    expect(await screen.findByText('Oak wardrobe, three doors', { selector: 'p' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(field('Name, English')).toHaveValue('Oak wardrobe, three doors'))
    expect(saveButton()).toBeDisabled()
  })

  it('keeps what is typed through a reload and a crash, with the version that it was begun from', async () => {
    const { kept, catalog } = open('/products/SK-101')
    await ready()
    type('Description, English', 'Half a sent')
    expect(Object.keys(localStorage).some((key) => key.startsWith(`${draftPrefix}product.${people.manager.id}.SK-101`))).toBe(true)
    changeAsOther(catalog, 'SK-101', { descriptionEn: 'Theirs.' })
    cleanup()
    queryClient.clear()
    open('/products/SK-101', people.manager, [], kept)
    await ready()
    expect(field('Description, English')).toHaveValue('Half a sent')
    fireEvent.click(saveButton())
    const dialog = await screen.findByRole('dialog', { name: /Rəşad Quliyev changed this meanwhile/ })
    expect(patches(catalog)).toEqual([{ version: 9, descriptionEn: 'Half a sent' }])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard mine' }))
    await waitFor(() => expect(field('Description, English')).toHaveValue('Theirs.'))
  })

  it('keeps what another tab of the person has typed', async () => {
    open('/products/SK-101')
    await ready()
    const key = `${draftPrefix}product.${people.manager.id}.SK-101`
    localStorage.setItem(key, JSON.stringify({ typed: { nameEn: 'Other tab' }, from: { version: 9, fields: { nameEn: 'x' } } }))
    type('Description, English', 'This tab')
    expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({ typed: { nameEn: 'Other tab', descriptionEn: 'This tab' } })
  })

  it('asks before another screen opens, and leaves once it is saved', async () => {
    const { user, catalog } = open('/products/SK-101')
    await ready()
    type('Name, English', 'Wardrobe')
    await user.click(screen.getAllByRole('link', { name: 'Products' })[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: '1 change is not saved' }))
    expect(window.location.pathname).toBe('/desk/products/SK-101')
    await user.click(dialog.getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getAllByRole('link', { name: 'Products' })[0] ?? document.body)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(window.location.pathname).toBe('/desk/products'))
    expect(catalog.products.get('SK-101')?.nameEn).toBe('Wardrobe')
  })

  it('says why a product is not in the shop, with a way to each field', async () => {
    const { user } = open('/products/SK-140')
    await ready()
    expect(screen.getByRole('heading', { name: 'Why is it not in the shop?' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'no price: Go there' }))
    await waitFor(() => expect(field('Catalogue, ₼')).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'a name is missing: Go there' }))
    await waitFor(() => expect(field('Name, Русский')).toHaveFocus())
  })

  it('reorders the pictures by keys, and edits their texts and focal points', async () => {
    const { user, catalog } = open('/products/SK-101')
    await ready()
    screen.getByRole('button', { name: 'Picture 2' }).focus()
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await user.click(screen.getByRole('button', { name: 'Picture 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Picture 1' }))
    await user.type(dialog.getByLabelText('What it shows, English'), 'Inside')
    dialog.getByRole('button', { name: /Focal point, 50 %/ }).focus()
    await user.keyboard('{ArrowRight}{ArrowUp}')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    fireEvent.click(saveButton())
    await waitFor(() => expect(patches(catalog)).toHaveLength(1))
    const [patch] = patches(catalog)
    expect(patch?.images).toMatchObject([
      { imageUrl: '/images/products/sk-101/2-960.webp', altEn: 'Inside', focusX: 52, focusY: 48 },
      { imageUrl: '/images/products/sk-101/1-960.webp', altEn: 'The wardrobe with closed doors' },
      {},
    ])
  })

  it('tells of each move of a picture, which keeps the focus', async () => {
    const { user } = open('/products/SK-101')
    await ready()
    const pictures = () => screen.getAllByRole('button', { name: /^Picture \d+$/ })
    const sourceAt = (at: number) => pictures()[at]?.querySelector('img')?.getAttribute('src')
    const first = sourceAt(0)
    pictures()[0]?.focus()
    await user.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}')
    expect(sourceAt(2)).toBe(first)
    expect(pictures()[2]).toHaveFocus()
    expect(screen.getByText('Picture 2 is now number 3 of 3.')).toBeInTheDocument()
    await user.keyboard('{Alt>}{ArrowRight}{ArrowLeft}{/Alt}')
    expect(sourceAt(1)).toBe(first)
    expect(pictures()[1]).toHaveFocus()
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Picture 2' }))
    await user.click(dialog.getByRole('button', { name: 'Earlier' }))
    expect(dialog.getByRole('status')).toHaveTextContent('Picture 2 is now number 1 of 3.')
  })

  it('sets the focal point of a picture by a press, and shows the cut of the card beside it', async () => {
    const { user } = open('/products/SK-101')
    await ready()
    await user.click(screen.getByRole('button', { name: 'Picture 1' }))
    const focus = await screen.findByRole('button', { name: /^Focal point, 50 %/ })
    focus.getBoundingClientRect = () => new DOMRect(0, 0, 200, 400)
    fireEvent(focus, new MouseEvent('pointerdown', { bubbles: true, clientX: 40, clientY: 360 }))
    expect(focus).toHaveAccessibleName('Focal point, 20 % from the left, 90 % from the top')
    expect(screen.getByRole('figure').querySelector('img')?.style.objectPosition).toBe('20% 90%')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Picture 1' }).querySelector('img')?.style.objectPosition).toBe('20% 90%')
  })

  it('names the picture that is not ready yet', async () => {
    const [image] = makeProduct().images
    const unready = image === undefined ? [] : [image, { ...image, mediaId: 'm1', imageUrl: '' }]
    open('/products/SK-101', people.manager, [makeProduct({ images: unready })])
    await ready()
    type('Description, English', 'Doors.')
    fireEvent.click(saveButton())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Picture 2' }).closest('li')).toHaveTextContent('not ready yet'))
    expect(screen.getByRole('button', { name: 'Picture 1' }).closest('li')).not.toHaveTextContent('not ready yet')
  })

  it('plans the time of hiding in Baku, not before that of showing', async () => {
    const { user, catalog } = open('/products/SK-101')
    await ready()
    const hide = within(screen.getByRole('group', { name: 'Hide from' }))
    const show = within(screen.getByRole('group', { name: 'Show from' }))
    await user.type(show.getByLabelText('Show from'), '07.12.2026')
    await user.type(hide.getByLabelText('Hide from'), '01.12.2026')
    fireEvent.click(saveButton())
    expect(await hide.findByText('It has to be later than the beginning.')).toBeVisible()
    await user.clear(hide.getByLabelText('Hide from'))
    await user.type(hide.getByLabelText('Hide from'), '24.12.2026')
    await user.clear(hide.getByLabelText('Time'))
    await user.type(hide.getByLabelText('Time'), '10:00')
    fireEvent.click(saveButton())
    await waitFor(() => expect(patches(catalog)).toEqual([{ version: 9, showAt: '2026-12-06T20:00:00Z', hideAt: '2026-12-24T06:00:00Z' }]))
  })

  it('draws the card as the shop does while it is typed, in each language', async () => {
    const { user } = open('/products/SK-101')
    await ready()
    type('Name, English', 'Ash wardrobe')
    type('Outer measures, English', '150 × 60 × 210 cm\nWith feet: 220 cm')
    type('Catalogue, ₼', '1000')
    type('Discount, %', '10')
    const card = within(screen.getByRole('region', { name: 'In the shop' }))
    expect(card.getByText('Ash wardrobe')).toBeVisible()
    expect(card.getByText('150 × 60 × 210 cm')).toBeVisible()
    expect(card.getByText('900.00 AZN')).toBeVisible()
    await user.click(card.getByRole('button', { name: 'RU' }))
    expect(card.getByText('Шкаф дубовый, три двери')).toBeVisible()
  })

  it('shows the prices so far', async () => {
    const { user } = open('/products/SK-101')
    await ready()
    await user.click(screen.getByRole('button', { name: 'History' }))
    expect(await within(await screen.findByRole('dialog')).findByText('₼1,062.12')).toBeVisible()
  })

  it('tells of a product that does not exist', async () => {
    open('/products/NO-1')
    expect(await screen.findByText('There is no such product')).toBeVisible()
  })
})

describe('by role', () => {
  it('an editor writes texts, and no prices', async () => {
    open('/products/SK-101', people.editor)
    await ready()
    expect(field('Name, English')).not.toHaveAttribute('readonly')
    expect(screen.queryByLabelText('Catalogue, ₼')).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Show in the shop' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add pieces' })).toBeNull()
  })

  it('the warehouse moves stock, and writes no texts', async () => {
    open('/products/SK-101', people.warehouse)
    await ready()
    expect(field('Name, English')).toHaveAttribute('readonly')
    expect(screen.getByRole('button', { name: 'Add pieces' })).toBeVisible()
    expect(screen.queryByLabelText('Catalogue, ₼')).toBeNull()
  })

  it('sales reads', async () => {
    const { catalog } = open('/products/SK-101', people.sales)
    await ready()
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add pieces' })).toBeNull()
    expect(field('Description, English')).toHaveAttribute('readonly')
    expect(catalog.calls).toEqual([])
  })

  it.each(['editor', 'sales'] as const)('%s does not open the stock history', async (role) => {
    open('/products/SK-101/stock', people[role])
    expect(await screen.findByText('You may not open this screen')).toBeVisible()
  })
})

describe('the stock', () => {
  it('is changed by a difference with a reason', async () => {
    const { user, catalog } = open('/products/SK-101', people.warehouse)
    await user.click(await screen.findByRole('button', { name: 'Add pieces' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Pieces'), '4')
    expect(dialog.getByText('+4: 5 becomes 9')).toBeVisible()
    await user.type(dialog.getByLabelText('Note'), 'emalatxana')
    await user.click(dialog.getByRole('button', { name: 'Change the stock' }))
    await waitFor(() => expect(catalog.products.get('SK-101')?.stockQuantity).toBe(9))
    expect(catalog.calls.at(-1)).toMatchObject({ body: { delta: 4, reason: 'received', text: 'emalatxana' } })
    expect(catalog.calls.at(-1)?.key).not.toBeNull()
  })

  it('takes a count as the number that is there', async () => {
    const { user, catalog } = open('/products/SK-101/stock', people.warehouse)
    await user.click(await screen.findByRole('button', { name: 'Change the stock' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText('Reason'), 'counted')
    await user.type(dialog.getByLabelText('Pieces counted'), '3')
    expect(dialog.getByText('−2: 5 becomes 3')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Change the stock' }))
    await waitFor(() => expect(catalog.calls.at(-1)?.body).toEqual({ delta: -2, reason: 'counted', text: '' }))
  })

  it('never goes below nothing', async () => {
    const { user, catalog } = open('/products/SK-101', people.warehouse)
    await user.click(await screen.findByRole('button', { name: 'Take pieces away' }))
    catalog.products.set('SK-101', makeProduct({ stockQuantity: 2 }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Pieces'), '4')
    await user.click(dialog.getByRole('button', { name: 'Change the stock' }))
    expect((await dialog.findAllByText('There are not so many pieces.'))[0]).toBeVisible()
    expect(catalog.products.get('SK-101')?.stockQuantity).toBe(2)
  })

  it('has a history with orders and who did it', async () => {
    open('/products/SK-101/stock', people.warehouse)
    expect(await screen.findByRole('link', { name: 'SB-4K7Q2M0X' })).toHaveAttribute('href', '/desk/orders/SB-4K7Q2M0X')
    expect(screen.getByText('+4')).toBeVisible()
    expect(within(screen.getByRole('table', { name: 'Stock history' })).getByText('Nigar Əliyeva')).toBeVisible()
    expect(await violations()).toEqual([])
  })
})
