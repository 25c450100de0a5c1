import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import type { ProductImage } from '@desk/api/records'
import { showLanguage } from '@desk/i18n/setup'
import { fakeCatalog, makeProduct, people } from '@desk/testing/products'
import { visit, violations } from '@desk/testing/render'

async function open(kept = fakeCatalog(), me = people.editor) {
  const visited = visit('/products/SK-101', me, undefined, ...kept.handlers)
  await screen.findByLabelText('Name, English')
  return { ...visited, kept, catalog: kept.state, media: kept.state.media }
}

const partBytes = 512 * 1024

/** A camera's JPEG of so many bytes, or a file that begins with another text. */
function photo(name: string, size = 1000, head = '\xff\xd8\xff\xe1') {
  const bytes = new Uint8Array(size)
  bytes.set(Array.from(head, (character) => character.charCodeAt(0)))
  return new File([bytes], name, { type: 'image/jpeg' })
}

const add = (...files: File[]) => {
  const input = document.querySelector('input[type=file]')
  if (input === null) throw new Error('no input')
  fireEvent.change(input, { target: { files } })
}
const pictures = () => screen.getAllByRole('button', { name: /^Picture \d+$/ })
const sources = () => pictures().map((button) => button.querySelector('img')?.getAttribute('src') ?? null)
const save = () => fireEvent.click(screen.getAllByRole('button', { name: /^Save/ })[0] ?? document.body)
const patches = (catalog: ReturnType<typeof fakeCatalog>['state']) =>
  catalog.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const sent = (body: Record<string, unknown> | undefined) => body?.images as Record<string, unknown>[] | undefined

describe('pictures of a product', () => {
  it('are sent in parts one after the other, show themselves once their sizes are made, and are saved by their ids', async () => {
    const { catalog, media } = await open()
    media.looks = 2
    add(photo('front.jpg', 2 * partBytes + 5), photo('side.jpg'))
    expect(await screen.findByRole('progressbar', { name: 'front.jpg' })).toBeInTheDocument()
    await waitFor(() => expect(pictures()).toHaveLength(5))
    expect(media.parts).toEqual([
      [0, partBytes],
      [partBytes, partBytes],
      [2 * partBytes, 5],
      [0, 1000],
    ])
    expect(sources().slice(3)).toEqual([null, null])
    expect(screen.getAllByText('sizes are being made')).toHaveLength(2)
    expect(await violations()).toEqual([])
    await waitFor(() => expect(sources().slice(3)).toEqual(['/media/m1-1024.webp', '/media/m2-1024.webp']))
    expect(screen.queryByText('sizes are being made')).toBeNull()
    save()
    await waitFor(() => expect(catalog.products.get('SK-101')?.images).toHaveLength(5))
    expect(sent(patches(catalog)[0])?.[3]).toEqual({ mediaId: 'm1', color: null, altAz: '', altRu: '', altEn: '', focusX: 50, focusY: 50 })
    await waitFor(() => expect(screen.queryByText('1 change')).toBeNull())
    // No request is sent any more.
    const { asked } = media
    await act(() => new Promise((resolve) => setTimeout(resolve, 2000)))
    expect(media.asked).toBe(asked)
  })

  it.each([
    ['a HEIC picture', 3, photo('IMG_1.HEIC', 100, '\0\0\0\x20ftypheic'), /HEIC is not shown by browsers\. Choose “Most Compatible”/],
    ['a file of another type', 3, photo('plan.jpg', 100, '%PDF-1.7'), /Send JPEG, PNG or WebP/],
    ['what the service finds damaged', 3, photo('broken.jpg'), /damaged/],
    ['a picture beyond the fortieth', 39, null, /at most 40 pictures/],
  ])('say in words why %s is refused, and send the others', async (_, count, refused, text) => {
    const [image] = makeProduct().images
    const images = Array.from({ length: count }, (_, at) => ({ ...image, imageUrl: `/images/${String(at)}.svg` }) as ProductImage)
    const { user } = await open(fakeCatalog([makeProduct({ images })]))
    const good = photo('good.jpg')
    if (refused === null) add(good, photo('more.jpg'))
    else add(refused, good)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    await waitFor(() => expect(pictures()).toHaveLength(count + 1))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^Dismiss/ }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['the button', 'the network'])('go on after a lost connection where they stopped, by %s', async (means) => {
    const { user, media } = await open()
    media.partsUntilLost = 1
    add(photo('front.jpg', 2 * partBytes), photo('side.jpg'))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('alert')).toHaveTextContent('front.jpg')
    expect(screen.getByText('waits')).toBeVisible()
    media.partsUntilLost = null
    if (means === 'the button') await user.click(retry)
    else act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(pictures()).toHaveLength(5))
    expect(media.parts).toEqual([
      [0, partBytes],
      [partBytes, partBytes],
      [0, 1000],
    ])
    expect([...media.media.keys()]).toEqual(['m1', 'm2'])
  })

  it('go on behind a part that arrives after its connection was lost', async () => {
    const { user, media } = await open()
    Object.assign(media, { partsUntilLost: 0, isLate: true })
    add(photo('front.jpg', 2 * partBytes))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    media.partsUntilLost = null
    await user.click(retry)
    await waitFor(() => expect(pictures()).toHaveLength(4))
    expect(media.parts).toEqual([[partBytes, partBytes]])
  })

  it('are not sent any further once they are stopped', async () => {
    const { user, media } = await open()
    media.partsUntilLost = 1
    add(photo('front.jpg', 2 * partBytes), photo('side.jpg'))
    await screen.findByRole('button', { name: 'Retry' })
    await user.click(screen.getByRole('button', { name: 'Do not send front.jpg' }))
    media.partsUntilLost = null
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(pictures()).toHaveLength(4))
    expect(media.parts).toEqual([
      [0, partBytes],
      [0, 1000],
    ])
    expect(screen.queryByText('front.jpg')).toBeNull()
  })

  it('are taken from a drop and from the clipboard, but not where a text is pasted', async () => {
    await open()
    const block = screen.getByRole('heading', { name: 'Pictures' })
    fireEvent.drop(block, { dataTransfer: { types: ['Files'], files: [photo('dropped.jpg')] } })
    await waitFor(() => expect(pictures()).toHaveLength(4))
    fireEvent.paste(document.body, { clipboardData: { types: ['Files'], files: [photo('pasted.jpg')] } })
    await waitFor(() => expect(pictures()).toHaveLength(5))
    fireEvent.paste(screen.getByLabelText('Name, English'), {
      clipboardData: { types: ['text/plain', 'Files'], files: [photo('cell.jpg')], getData: () => 'Oak' },
    })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(pictures()).toHaveLength(5)
    expect(screen.queryByText('cell.jpg')).toBeNull()
  })

  it('are fetched by their address beside the files that are sent, and saved by their ids', async () => {
    const { user, catalog, media } = await open()
    media.looks = 2
    const field = screen.getByLabelText('Address of a picture on the web')
    await user.type(field, ' https://cdn.example/oak.jpg {Enter}')
    expect(field).toHaveValue('')
    expect(await screen.findByRole('progressbar', { name: 'https://cdn.example/oak.jpg' })).not.toHaveAttribute('value')
    expect(screen.getByText('is being fetched')).toBeVisible()
    expect(await violations()).toEqual([])
    add(photo('side.jpg'))
    await waitFor(() => expect(pictures()).toHaveLength(5), { timeout: 15_000 })
    await waitFor(() => expect([...sources().slice(3)].sort()).toEqual(['/media/a1-1024.webp', '/media/m2-1024.webp']), { timeout: 15_000 })
    expect(media.addresses).toEqual(['https://cdn.example/oak.jpg'])
    save()
    await waitFor(() => expect(catalog.products.get('SK-101')?.images).toHaveLength(5))
    expect(sent(patches(catalog)[0])?.map(({ mediaId }) => mediaId)).toEqual(expect.arrayContaining(['a1', 'm2']))
  })

  it.each([
    ['missing.jpg', /no picture at this address\. Open it in a browser/],
    ['private.jpg', /not public.*send it as a file/],
  ])('say in words why the address of %s gives none, and what helps', async (name, text) => {
    const { user } = await open()
    await user.type(screen.getByLabelText('Address of a picture on the web'), `https://cdn.example/${name}{Enter}`)
    expect(await screen.findByRole('alert', {}, { timeout: 15_000 })).toHaveTextContent(text)
    expect(pictures()).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: `Dismiss https://cdn.example/${name}` }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['cdn.example/oak.jpg', 'ftp://cdn.example/oak.jpg', 'https://'])(
    'are not asked for by %s, which is no whole address',
    async (typed) => {
      const { user, media } = await open()
      const field = screen.getByLabelText('Address of a picture on the web')
      await user.type(field, `${typed}{Enter}`)
      expect(field).toHaveAccessibleDescription('Type the whole address: it begins with https://.')
      expect(field).toHaveFocus()
      expect(field).toHaveValue(typed)
      expect(media.addresses).toEqual([])
      await user.type(field, 'x')
      expect(field).not.toHaveAccessibleDescription()
    },
  )

  it('are fetched once the connection is back', async () => {
    const { user, media } = await open()
    media.partsUntilLost = 0
    await user.type(screen.getByLabelText('Address of a picture on the web'), 'https://cdn.example/oak.jpg{Enter}')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    media.partsUntilLost = null
    await user.click(retry)
    await waitFor(() => expect(pictures()).toHaveLength(4), { timeout: 15_000 })
  })

  it('are not added once the fetch of their address is stopped', async () => {
    const { user, media } = await open()
    await user.type(screen.getByLabelText('Address of a picture on the web'), 'https://cdn.example/slow.jpg{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Do not send https://cdn.example/slow.jpg' }))
    // A question may be on its way.
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    const { asked } = media
    await act(() => new Promise((resolve) => setTimeout(resolve, 2000)))
    expect(media.asked).toBe(asked)
    expect(pictures()).toHaveLength(3)
  })

  it('keep texts, focal point, colour and place where the file is replaced', async () => {
    const kept = fakeCatalog([makeProduct({ images: makeProduct().images.map((image) => ({ ...image, focusX: 30, focusY: 70 })) })])
    const { user, catalog } = await open(kept)
    await user.click(screen.getByRole('button', { name: 'Picture 1' }))
    const dialog = await screen.findByRole('dialog', { name: 'Picture 1' })
    const input = dialog.querySelector('input[type=file]')
    expect(within(dialog).getByRole('button', { name: 'Replace' })).toBeVisible()
    fireEvent.change(input ?? document.body, { target: { files: [photo('better.jpg')] } })
    await waitFor(() => expect(sources()).toEqual(['/media/m1-1024.webp', expect.anything(), expect.anything()]))
    save()
    await waitFor(() => expect(patches(catalog)).toHaveLength(1))
    expect(sent(patches(catalog)[0])?.[0]).toEqual({
      mediaId: 'm1',
      color: 'oak',
      altAz: 'Şkaf, qapıları bağlı',
      altRu: 'Шкаф с закрытыми дверями',
      altEn: 'The wardrobe with closed doors',
      focusX: 30,
      focusY: 70,
    })
  })

  it('stay in the draft through a reload while their sizes are made, and a save names the one that is not ready', async () => {
    const { kept, media } = await open()
    media.looks = 1000
    add(photo('front.jpg'))
    await screen.findByText('sizes are being made')
    cleanup()
    queryClient.clear()
    const { catalog } = await open(kept)
    expect(await screen.findByText('sizes are being made')).toBeVisible()
    save()
    const refusal = await screen.findAllByText('The picture is not ready yet.')
    expect(pictures()[3]?.closest('li')).toHaveTextContent('The picture is not ready yet.')
    expect(refusal.map((text) => text.closest('li'))).toContain(pictures()[3]?.closest('li'))
    expect(pictures()[0]?.closest('li')).not.toHaveTextContent('not ready')
    expect(catalog.products.get('SK-101')?.version).toBe(9)
    media.looks = 1
    await waitFor(() => expect(sources()[3]).toBe('/media/m1-1024.webp'))
    expect(screen.queryByText('The picture is not ready yet.')).toBeNull()
  })

  it('say why no sizes can be made', async () => {
    const { media } = await open()
    add(photo('failed.jpg'))
    expect(await screen.findByText(/more than 50 megapixels/)).toBeVisible()
    const { asked } = media
    await act(() => new Promise((resolve) => setTimeout(resolve, 2000)))
    expect(media.asked).toBe(asked)
  })

  it('are asked about before another screen opens while they are sent', async () => {
    const { user, media } = await open()
    media.partsUntilLost = 0
    add(photo('front.jpg'))
    await screen.findByRole('button', { name: 'Retry' })
    await user.click(screen.getAllByRole('link', { name: 'Products' })[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: '1 picture is still being sent' }))
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(window.location.pathname).toBe('/desk/products'))
  })

  it.each(['az', 'ru'] as const)('are told of in %s without a text of another language', async (language) => {
    await showLanguage(language)
    const kept = fakeCatalog()
    visit('/products/SK-101', { ...people.editor, language }, undefined, ...kept.handlers)
    await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull())
    add(photo('IMG_1.HEIC', 100, '\0\0\0\x20ftypheic'))
    expect(await screen.findByRole('alert')).toHaveTextContent(language === 'az' ? /Brauzerlər HEIC/ : /Браузеры не показывают HEIC/)
  })

  it.each(['sales', 'warehouse'] as const)('cannot be added by %s', async (role) => {
    const { catalog } = await open(undefined, people[role])
    expect(document.querySelector('input[type=file]')).toBeNull()
    expect(screen.queryByLabelText('Address of a picture on the web')).toBeNull()
    fireEvent.paste(document.body, { clipboardData: { types: ['Files'], files: [photo('pasted.jpg')] } })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(catalog.media.media.size).toBe(0)
  })
})
