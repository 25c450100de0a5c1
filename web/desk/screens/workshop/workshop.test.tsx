import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '@desk/api/records'
import type { WorkshopSheet } from '@desk/api/workshop'
import { designCode, makeLabels, makeWorkshopItem, makeWorkshopSheet } from '@desk/testing/designs'
import { nigar } from '@desk/testing/fixtures'
import { base, ok, refuse } from '@desk/testing/handlers'
import { makeOrder } from '@desk/testing/orders'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'

const number = 'SB-4K7Q2M0X'
const path = `/orders/${number}/workshop`
const joiner: Me = { ...nigar, role: 'warehouse', permissions: ['orders.read', 'workshop.read', 'stream'] }

function open(sheet: WorkshopSheet = makeWorkshopSheet(), me: Me = joiner) {
  const handler = http.get(`${base}/orders/:number/workshop`, () => ok(sheet))
  return visit(path, me, undefined, handler)
}

const paper = async (name: string) => within(await screen.findByRole('article', { name }))
/** Cells of a row without no-break spaces. */
const row = (within: HTMLElement) => within.textContent.replace(/\u00a0/g, ' ')

afterEach(() => vi.restoreAllMocks())

describe('the papers of the workshop', () => {
  it('draw the piece from each side with its measures, the confirmed sentence and the versions of its design', async () => {
    open()
    const sheet = await paper(`Work sheet, ${number}, piece 1 of 1`)
    const drawn = sheet.getAllByRole('img').map((image) => image.getAttribute('src'))
    expect(drawn.filter((source) => source !== null)).toEqual(
      ['front', 'inside', 'section&bay=1', 'section&bay=2', 'section&bay=4', 'plan'].map(
        (view) => `/images/designs/${designCode}.svg?paper=${view}`,
      ),
    )
    // Bays of one inside have one section.
    expect(sheet.getByText('Section, bay 2, 3')).toBeVisible()
    const facts = sheet.getByText('Between walls, W × D × H').parentElement?.parentElement ?? document.body
    expect(row(facts)).toContain('2430 × 620 × 2620')
    expect(row(facts)).toContain('2370 × 610 × 2580')
    expect(sheet.getByText('295.3 kg, 9')).toBeVisible()
    expect(sheet.getByText(/I confirm the size: between walls 243 × 62 × 262 cm/)).toBeVisible()
    expect(sheet.getByText(`All sizes in mm. Rules 1, price book 1, design ${designCode}`)).toBeVisible()
    expect(sheet.getByText(/assembled upright/)).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('list the parts by board with finished and cut size, edges, places and a box to tick', async () => {
    const { user } = open()
    const list = await paper(`Cut list, ${number}, piece 1 of 1`)
    const heads = list.getAllByRole('rowheader').map(row)
    expect(heads[0]).toBe('Laminated board, 18 mm, white · edging 1 mm')
    expect(heads.at(-2)).toBe('Lattice, 12 mm, natural oak · assembled by the lattice maker')
    const shelf = list.getByRole('row', { name: /Shelf/ })
    expect(within(shelf).getAllByRole('cell').map(row)).toEqual(['2', '3', '572 × 553', '572 × 552', '', 'B2×2 B3', ''])
    expect(within(shelf).getByRole('img')).toHaveAccessibleName('edging: front')
    expect(within(list.getByRole('row', { name: /Side/ })).getByRole('img')).toHaveAccessibleName('edging: front, left, right')
    const box = within(shelf).getByRole('checkbox', { name: '2, Shelf: cut' })
    await user.click(box)
    expect(box).toBeChecked()
  })

  it('list edging, fittings with their cuts, cups of hinges and lattice panels', async () => {
    open()
    const sheet = await paper(`Edging, fittings, hinges, ${number}, piece 1 of 1`)
    expect(row(within(sheet.getByRole('table', { name: 'Edging' })).getByRole('row', { name: /Laminated/ }))).toContain('27.4 m31 m')
    expect(row(sheet.getByRole('row', { name: /Rail/ }))).toBe('Rail, 25 mm: 1 × 563, 2 × 5611.69 m')
    expect(row(sheet.getByRole('row', { name: /B1, left/ }))).toBe('B1, left2496 × 58919.6 kg100, 559, 1018, 1477, 1936, 2396')
    expect(row(sheet.getByRole('row', { name: /No\. 3/ }))).toBe('No. 3, 7 × 164957 × 46344864.1 × 58.9')
  })

  it('draw the sheets with the numbers of the parts, from the lower left corner', async () => {
    open()
    const sheets = await paper(`Sheets, ${number}`)
    expect(sheets.getByRole('heading', { name: /Laminated board, 18 mm, white/ })).toHaveTextContent('1 sheet, 2800 × 2070, 62% used')
    const picture = sheets.getByRole('img', { name: 'Laminated board, 18 mm, white, sheet 1' })
    expect([...picture.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['1', '2'])
    expect(picture.querySelectorAll('rect')[1]?.getAttribute('y')).toBe(String(2070 - 10 - 588))
  })

  it('say the quantity of equal pieces, and count the places of all of them', async () => {
    const item = makeWorkshopItem({ quantity: 2 })
    open(makeWorkshopSheet({ items: [item, makeWorkshopItem({ no: 2 })] }))
    expect((await paper(`Work sheet, ${number}, piece 1 of 2`)).getByText(/Equal pieces: 2/)).toBeVisible()
    const list = await paper(`Cut list, ${number}, piece 1 of 2`)
    expect(row(list.getByRole('row', { name: /Shelf/ }))).toContain('B2×4 B3×2')
    const picture = (await paper(`Sheets, ${number}`)).getByRole('img', { name: /sheet 1/ })
    expect(picture.querySelector('text')?.textContent).toBe('1.1')
  })

  it('hold neither prices nor contacts', async () => {
    open()
    await paper(`Sheets, ${number}`)
    expect(document.body.textContent).not.toMatch(/₼|AZN|\+994/)
  })

  it('are printed by the button', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  it.each([
    ['CSV for spreadsheets', '/workshop/cuts.csv?for=people'],
    ['CSV, optiCutter', '/workshop/cuts.csv?for=opticutter'],
    ['CSV, CutList Optimizer', '/workshop/cuts.csv?for=cutlist'],
    ['DXF, one for each part', '/workshop/parts.zip'],
  ])('come with the file %s', async (name, address) => {
    const asked: string[] = []
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
    const file = ({ request }: { request: Request }) => {
      asked.push(request.url)
      return HttpResponse.arrayBuffer(new ArrayBuffer(4))
    }
    const { user } = open()
    server.use(http.get(`${base}/orders/:number/workshop/cuts.csv`, file), http.get(`${base}/orders/:number/workshop/parts.zip`, file))
    await user.click(await screen.findByRole('button', { name: 'Files' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toContain(`/orders/${number}${address}`)
  })

  it.each([
    ['is not in work yet', refuse(409, { general: 'WORKSHOP.TOO_EARLY' }), 'The order is not in work yet'],
    ['does not exist', refuse(404, { general: 'ORDER.NOT_FOUND' }), 'There is no such order'],
    ['has no designed pieces', ok(makeWorkshopSheet({ items: [], sheets: [] })), 'The order has no designed pieces'],
  ])('are absent where the order %s', async (_, answer, text) => {
    visit(
      path,
      joiner,
      undefined,
      http.get(`${base}/orders/:number/workshop`, () => answer.clone()),
    )
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('are closed to those who may not read them', async () => {
    open(makeWorkshopSheet(), { ...nigar, permissions: ['orders.read', 'stream'] })
    await screen.findByRole('main')
    expect(await screen.findByText(/not for your role|may not/i)).toBeVisible()
  })
})

describe('labels', () => {
  const openLabels = (count: number) =>
    visit(
      `${path}/labels`,
      joiner,
      undefined,
      http.get(`${base}/orders/:number/workshop/labels`, () => ok(makeLabels(count))),
    )

  it('stand 24 on a sheet, one a part, each with its own code', async () => {
    openLabels(25)
    const first = within(await screen.findByRole('list', { name: 'Labels, sheet 1 of 2' }))
    const labels = first.getAllByRole('listitem')
    expect(labels).toHaveLength(24)
    expect(within(screen.getByRole('list', { name: 'Labels, sheet 2 of 2' })).getAllByRole('listitem')).toHaveLength(1)
    expect(labels[0]).toHaveTextContent('Side2500 × 589 × 18body · white1 / 25SB-4K7Q2M0X.1')
    const codes = labels.map((label) => label.querySelector('svg path')?.getAttribute('d'))
    expect(new Set(codes).size).toBe(24)
    expect(await violations()).toEqual([])
  })
})

describe('an order', () => {
  const line = makeOrder().items[0]
  const designed = makeOrder({
    items: line === undefined ? [] : [{ ...line, designCode, confirmedText: 'Ölçünü təsdiqləyirəm: divar arası 243 × 62 × 262 sm' }],
  })
  const openOrder = (me: Me) =>
    visit(
      `/orders/${number}`,
      me,
      undefined,
      http.get(`${base}/orders/:number`, () => ok(designed)),
    )

  it('leads from a designed line to its papers', async () => {
    openOrder(joiner)
    expect(await screen.findByRole('link', { name: 'Work sheet' })).toHaveAttribute('href', `/desk${path}`)
    expect(screen.getByText('Ölçünü təsdiqləyirəm: divar arası 243 × 62 × 262 sm')).toBeVisible()
    expect(document.querySelector(`img[src="/images/designs/${designCode}.svg?view=front&lang=en"]`)).not.toBeNull()
  })

  it('has no such link for those who may not read them', async () => {
    openOrder({ ...nigar, permissions: ['orders.read', 'stream'] })
    await screen.findByText(/Ölçünü təsdiqləyirəm/)
    expect(screen.queryByRole('link', { name: 'Work sheet' })).toBeNull()
  })
})
