import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import { draftPrefix } from '@desk/lib/kept'
import { editor, fakeContent } from '@desk/testing/content'
import { nigar, rashad } from '@desk/testing/fixtures'
import { visit, violations } from '@desk/testing/render'

function open(path: string, me = editor, kept = fakeContent()) {
  return { ...visit(path, me, undefined, ...kept.handlers), content: kept.state, kept }
}

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getAllByRole('button', { name })[0] ?? document.body)
const save = () => press(/^Save/)
const codes = () => [...document.querySelectorAll('[data-code]')].map((link) => link.getAttribute('data-code'))

describe('the list', () => {
  it('opens from the sidebar, shows each state, and keeps those of the chips in the address', async () => {
    const { user } = open('/content')
    expect(await screen.findByRole('link', { name: /20 % off wardrobes this winter in the shop until/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /measured and planned, on us starts on/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /October delivery ended on/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /Yaz draft/ })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'draft 1' }))
    await waitFor(() => expect(window.location.search).toBe('?state=draft'))
    expect(codes()).toEqual(['spring'])
    expect(await violations()).toEqual([])
  })

  it('is absent for those who may not write it', async () => {
    open('/content/campaigns', nigar)
    expect(await screen.findByText('You may not open this screen')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Content' })).toBeNull()
  })

  it('is ordered by keys: the order changes at once, keeps the focus, and is saved once after several moves', async () => {
    const { user, content } = open('/content/banner')
    const last = await screen.findByRole('link', { name: /A drawing in three days/ })
    last.focus()
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    expect(codes()).toEqual(['drawing', 'delivery', 'warranty'])
    expect(screen.getByRole('link', { name: /A drawing in three days/ })).toHaveFocus()
    expect(screen.getByText('Entry 2 is now number 1 of 3.')).toBeInTheDocument()
    await waitFor(() => expect(content.calls).toHaveLength(1))
    expect(content.calls[0]).toMatchObject({ path: 'banner/order', body: { codes: ['drawing', 'delivery', 'warranty'] } })
  })

  it('takes the present list where somebody made a record meanwhile', async () => {
    const { user, content } = open('/content/banner')
    const last = await screen.findByRole('link', { name: /A drawing in three days/ })
    const [first] = content.banner
    if (first !== undefined) content.banner.push({ ...first, code: 'new' })
    last.focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(codes()).toEqual(['delivery', 'warranty', 'drawing', 'new']))
  })

  it.each([
    ['campaigns', 'New campaign', { method: 'POST', path: 'campaigns', body: { code: 'yaz', nameAz: 'Yaz', isDraft: true } }],
    ['banner', 'New text', { method: 'PUT', path: 'banner/yaz', body: { textAz: 'Yaz', isDraft: true, version: 0 } }],
    ['projects', 'New project', { method: 'PUT', path: 'projects/yaz', body: { titleAz: 'Yaz', isDraft: true, position: 2, version: 0 } }],
    ['stores', 'New showroom', { method: 'PUT', path: 'stores/yaz', body: { nameAz: 'Yaz', isDraft: true, version: 0 } }],
  ])('makes a draft of %s and opens it', async (kind, button, call) => {
    const { user, content } = open(`/content/${kind}`)
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Name or text in Azerbaijani'), 'Yaz')
    await user.type(dialog.getByLabelText('Code in the address'), 'Ya z')
    await user.click(dialog.getByRole('button', { name: button }))
    expect(await dialog.findByText('1 to 60 small Latin letters, digits and hyphens.')).toBeVisible()
    await user.clear(dialog.getByLabelText('Code in the address'))
    await user.type(dialog.getByLabelText('Code in the address'), 'yaz')
    await user.click(dialog.getByRole('button', { name: button }))
    await waitFor(() => expect(window.location.pathname).toBe(`/desk/content/${kind}/yaz`))
    expect(content.calls.at(-1)).toMatchObject(call)
  })
})

describe('a record', () => {
  it('draws what is typed as the shop does, in each language', async () => {
    const { user } = open('/content/campaigns/winter')
    await screen.findByRole('heading', { level: 1, name: '20 % off wardrobes this winter' })
    type('Heading, English', 'Winter sale')
    const preview = within(screen.getByRole('region', { name: 'As the shop shows it' }))
    expect(preview.getByText('Winter sale')).toBeVisible()
    await user.click(preview.getByRole('button', { name: 'RU' }))
    expect(preview.getByText('Зимой 20 % на шкафы')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the shop' })).toHaveAttribute('href', '/ru?preview=winter')
    expect(await violations()).toEqual([])
  })

  it.each([
    [
      'campaigns/winter',
      'Heading, English',
      'campaigns/1',
      'nameEn',
      { imageUrl: '/images/campaigns/winter/1-960.webp', image: { width: 1320, height: 1080 }, focusX: 58 },
    ],
    ['banner/delivery', 'Text, English', 'banner/delivery', 'textEn', { textAz: 'Free delivery in Baku', position: 0 }],
    [
      'projects/green-kitchen',
      'Heading, English',
      'projects/green-kitchen',
      'titleEn',
      { category: 'kitchen', isLarge: true, altEn: 'A kitchen' },
    ],
    ['stores/nizami', 'Address, English', 'stores/nizami', 'addressEn', { whatsapp: '+994500001122', facebook: null, images: [] }],
  ])('of %s is saved whole, with its version', async (path, label, call, name, others) => {
    const { content } = open(`/content/${path}`)
    await screen.findByLabelText(label)
    type(label, 'Another text')
    save()
    await waitFor(() => expect(content.calls).toHaveLength(1))
    expect(content.calls[0]).toMatchObject({
      method: 'PUT',
      path: call,
      body: { ...others, [name]: 'Another text', version: 7, isDraft: false },
    })
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Save/ })[0]).toBeDisabled())
  })

  it('names the product nearest to a project, with its wood and its measures', async () => {
    const { content } = open('/content/projects/green-kitchen')
    await screen.findByLabelText('Code of the nearest product')
    expect(field('Wood or color')).toHaveValue('forest')
    type('Width × depth × height, cm', '2 metres')
    save()
    expect(await screen.findByText('Check the spelling')).toBeVisible()
    expect(content.calls).toHaveLength(0)
    type('Width × depth × height, cm', '380 × 60,5 x 230')
    type('Wood or color', 'oak')
    save()
    await waitFor(() => expect(content.calls).toHaveLength(1))
    const measures = { widthMm: 3800, depthMm: 605, heightMm: 2300 }
    expect(content.calls[0]?.body).toMatchObject({ piece: { productCode: 'MT-201', color: 'oak', measures } })
  })

  it('is published once each language has its name; until then the fields are named in the bar', async () => {
    const { content } = open('/content/banner/delivery')
    await screen.findByLabelText('Text, English')
    press('More actions')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Back to draft' }))
    type('Text, English', '')
    save()
    await waitFor(() => expect(content.banner[0]).toMatchObject({ isDraft: true, textEn: '' }))
    fireEvent.click((await screen.findAllByRole('button', { name: 'Publish' }))[0] ?? document.body)
    const bar = (await screen.findAllByRole('alert'))[0] ?? document.body
    expect(within(bar).getByRole('button', { name: 'Text, English' })).toBeVisible()
    expect(content.calls).toHaveLength(1)
    type('Text, English', 'Free delivery')
    press('Publish')
    await waitFor(() => expect(content.banner[0]).toMatchObject({ isDraft: false, textEn: 'Free delivery' }))
  })

  it('ends after it begins, in the time of Baku', async () => {
    const { user, content } = open('/content/campaigns/kitchen-plan')
    const ends = within(await screen.findByRole('group', { name: 'Ends' }))
    await user.clear(ends.getByLabelText('Ends'))
    await user.type(ends.getByLabelText('Ends'), '01.01.2020')
    save()
    expect(await ends.findByText('It has to be later than the beginning.')).toBeVisible()
    await user.clear(ends.getByLabelText('Ends'))
    await user.type(ends.getByLabelText('Ends'), '24.12.2027')
    await user.clear(ends.getByLabelText('Time'))
    await user.type(ends.getByLabelText('Time'), '23:59')
    save()
    await waitFor(() => expect(content.calls.at(-1)?.body).toMatchObject({ endDate: '2027-12-24T19:59:00Z' }))
  })

  it('asks whose text stays where two people changed the same one, and merges the others', async () => {
    const { content } = open('/content/campaigns/winter')
    await screen.findByLabelText('Heading, English')
    type('Heading, English', 'Mine')
    type('Text, English', 'Also mine')
    content.campaigns = content.campaigns.map((row) =>
      row.code === 'winter' ? { ...row, nameEn: 'Theirs', nameRu: 'Их', version: 8, changedBy: rashad } : row,
    )
    save()
    const dialog = within(await screen.findByRole('dialog', { name: /Rəşad Quliyev changed this meanwhile/ }))
    fireEvent.click(dialog.getByRole('radio', { name: /Mine/ }))
    fireEvent.click(dialog.getByRole('button', { name: 'Merge and save' }))
    await waitFor(() =>
      expect(content.campaigns[0]).toMatchObject({ nameEn: 'Mine', nameRu: 'Их', descriptionEn: 'Also mine', version: 9 }),
    )
  })

  it('keeps what is typed through a reload, and asks before another one opens', async () => {
    const { user, kept } = open('/content/projects/green-kitchen')
    await screen.findByLabelText('Heading, English')
    type('Heading, English', 'Half a ti')
    expect(Object.keys(localStorage).some((key) => key.startsWith(`${draftPrefix}projects.`))).toBe(true)
    await user.click(screen.getByRole('link', { name: /Garden table/ }))
    await user.click(within(await screen.findByRole('dialog', { name: '1 change is not saved' })).getByRole('button', { name: 'Stay' }))
    cleanup()
    queryClient.clear()
    open('/content/projects/green-kitchen', editor, kept)
    expect(await screen.findByLabelText('Heading, English')).toHaveValue('Half a ti')
  })

  it('is removed after a question, but for a showroom with staff', async () => {
    const { content } = open('/content/projects/garden-table')
    const remove = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    }
    await remove()
    await waitFor(() => expect(window.location.pathname).toBe('/desk/content/projects'))
    expect(content.projects.map(({ code }) => code)).toEqual(['green-kitchen'])
    cleanup()
    queryClient.clear()
    open('/content/stores/nizami')
    await remove()
    expect(await screen.findByText('Staff or open quotes belong to this showroom. Move them first.')).toBeVisible()
  })
})

it('replaces the link of the catalogue that was seen, and no other', async () => {
  const { content } = open('/content/catalogue')
  await screen.findByLabelText('Address of the catalogue')
  type('Address of the catalogue', 'example.com')
  save()
  expect(await screen.findByText('Type the whole link, from https://.')).toBeVisible()
  type('Address of the catalogue', 'https://example.com/2027.pdf')
  save()
  await waitFor(() => expect(content.catalogueUrl).toBe('https://example.com/2027.pdf'))
  expect(content.calls[0]?.body).toEqual({ from: 'https://example.com/catalogue.pdf', catalogueUrl: 'https://example.com/2027.pdf' })
})

describe('the texts of the home page', () => {
  it('begin as the standard ones, are changed by language, and go back', async () => {
    const { user, content } = open('/content/home')
    const list = within(await screen.findByRole('navigation', { name: 'Entries' }))
    for (const [group, text] of [
      ['First screen', 'Joined without nails'],
      ['Frequent questions', 'Five years'],
      ['Sections of the home page', 'View all products'],
    ] as const) {
      expect(within(await list.findByRole('region', { name: group })).getByRole('link', { name: text })).toBeVisible()
    }
    await user.click(list.getByRole('link', { name: 'Joined without nails' }))
    expect(await screen.findByLabelText('Text, English')).toHaveValue('')
    expect(field('Text, English')).toHaveAttribute('placeholder', 'Joined without nails')
    expect(await violations()).toEqual([])
    expect(screen.getByRole('button', { name: 'Back to the standard text' })).toBeDisabled()
    type('Text, English', 'x'.repeat(2_001))
    save()
    expect(await screen.findByText('Too long')).toBeVisible()
    type('Text, English', 'Built in Baku')
    save()
    await waitFor(() => expect(content.calls).toHaveLength(1))
    expect(content.calls[0]).toMatchObject({
      method: 'PUT',
      path: 'home/HOME.HERO_TITLE',
      body: { version: 0, textAz: 'Joined without nails az', textRu: 'Joined without nails ru', textEn: 'Built in Baku' },
    })
    expect(await list.findByRole('link', { name: 'Built in Baku changed text' })).toBeVisible()
    expect(field('Text, English')).toHaveValue('Built in Baku')
    expect(field('Text, Русский')).toHaveValue('')
    press('Back to the standard text')
    save()
    await waitFor(() => expect(content.calls[1]).toMatchObject({ method: 'DELETE', path: 'home/HOME.HERO_TITLE' }))
    expect(await list.findByRole('link', { name: 'Joined without nails' })).toBeVisible()
  })
})

describe('the pictures of the home page', () => {
  it('are replaced by uploaded ones, and go back', async () => {
    const kept = fakeContent()
    const row = kept.state.home.find(({ kind }) => kind === 'image')
    if (row === undefined) throw new Error('no picture')
    Object.assign(row, { mediaId: 'm1', imageUrl: '/media/a-768.webp', version: 2 })
    const { content } = open('/content/home/HOME_PICTURE_ABOUT', editor, kept)
    expect(await screen.findByRole('heading', { level: 1, name: 'Picture 1' })).toBeVisible()
    press('Back to the standard picture')
    save()
    await waitFor(() => expect(content.calls[0]).toMatchObject({ method: 'DELETE', path: 'home/HOME_PICTURE_ABOUT' }))
    expect(await screen.findByRole('button', { name: 'Back to the standard picture' })).toBeDisabled()
  })
})

describe('the working hours', () => {
  const manager = { ...editor, role: 'manager' } as typeof editor

  it('are a week and days with other hours', async () => {
    const { user, content } = open('/content/hours', manager)
    const sunday = within(await screen.findByRole('group', { name: 'Sunday' }))
    expect(sunday.getByRole('checkbox', { name: 'We work' })).not.toBeChecked()
    await user.click(sunday.getByRole('checkbox', { name: 'We work' }))
    await user.clear(sunday.getByLabelText('Closes at'))
    await user.type(sunday.getByLabelText('Closes at'), '09:00')
    save()
    expect(await sunday.findByText('It has to close later than it opens.')).toBeVisible()
    await user.clear(sunday.getByLabelText('Closes at'))
    await user.type(sunday.getByLabelText('Closes at'), '15:00')
    await user.click(screen.getByRole('button', { name: 'Add a day' }))
    const added = within(screen.getByRole('group', { name: 'New day' }))
    expect(added.getByLabelText('Which day')).toHaveFocus()
    await user.type(added.getByLabelText('Which day'), '01.01.2027')
    save()
    expect(await screen.findByText('This day is here already.')).toBeVisible()
    const [, second] = screen.getAllByLabelText('Which day')
    await user.clear(second ?? document.body)
    await user.type(second ?? document.body, '31.12.2026')
    expect(await violations()).toEqual([])
    save()
    await waitFor(() => expect(content.calls).toHaveLength(1))
    expect(content.calls[0]?.body).toMatchObject({
      version: 0,
      days: [...[1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '10:00', to: '20:00' })), { day: 7, from: '10:00', to: '15:00' }],
      holidays: [
        { on: '2026-12-31', from: null, to: null, nameAz: '' },
        { on: '2027-01-01', from: null, to: null, nameEn: 'New Year' },
      ],
    })
    press('Remove the day: 31.12.2026')
    save()
    await waitFor(() => expect(content.hours.holidays).toHaveLength(1))
  })

  it('are read by an editor', async () => {
    open('/content/hours')
    expect(await screen.findByText('Owners and managers change the working hours.')).toBeVisible()
    expect(within(screen.getByRole('group', { name: 'Monday' })).getByRole('checkbox')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Add a day' })).toBeNull()
  })
})
