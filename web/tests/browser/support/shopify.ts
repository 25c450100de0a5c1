/** Writes cells as Shopify does: with commas, quoted only where a cell needs it. */
const line = (cells: readonly string[]) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

/** Heads of the columns that the shop's own names of its metafields have. */
export const ownHeads = {
  nameRu: 'Title RU (product.metafields.custom.title_ru)',
  nameEn: 'Title EN (product.metafields.custom.title_en)',
} as const

/** Heads of a product export of Shopify, in its order. */
const heads = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option1 Linked To',
  'Option2 Name',
  'Option2 Value',
  'Option2 Linked To',
  'Option3 Name',
  'Option3 Value',
  'Option3 Linked To',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Unit Price Total Measure',
  'Unit Price Total Measure Unit',
  'Unit Price Base Measure',
  'Unit Price Base Measure Unit',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'SEO Description',
  ownHeads.nameRu,
  ownHeads.nameEn,
  'Variant Image',
  'Variant Weight Unit',
  'Variant Tax Code',
  'Cost per item',
  'Status',
] as const
type Head = (typeof heads)[number]
type Cells = Partial<Record<Head, string>>

const kinds = [
  { type: 'Wardrobes', az: 'Şkaf', ru: 'Шкаф', en: 'Wardrobe', slug: 'wardrobe' },
  { type: 'Kitchens', az: 'Mətbəx', ru: 'Кухня', en: 'Kitchen', slug: 'kitchen' },
  { type: 'Furniture', az: 'Kamod', ru: 'Комод', en: 'Chest of drawers', slug: 'chest-of-drawers' },
] as const

/** Mistakes of a stranger's file, by the place of their product in each 50; a person mends them. */
const mistakes: Readonly<Record<number, Cells>> = {
  2: { 'Variant Price': 'on request' },
  6: { Type: 'Lighting' },
  10: { 'Variant Price': '1.249,50' },
  14: { Title: '' },
}

const mistakeOf = (at: number): Cells | undefined => mistakes[at % 50]

interface StrangersFile {
  csv: string
  /** Number of products that an import refuses until they are mended. */
  refused: number
}

/**
 * A product export of Shopify with so many products, whose names and codes begin with the word of a run: several rows for variants
 * and pictures, descriptions in HTML, and a few mistakes. The pictures are below the address `pictures`.
 */
export function strangersFile(run: string, count: number, pictures: string): StrangersFile {
  const rows: Cells[] = []
  let refused = 0
  for (let at = 0; at < count; at += 1) {
    const kind = kinds[at % kinds.length] ?? kinds[0]
    const handle = `${run}-${kind.slug}-${String(at + 1)}`.toLowerCase()
    const name = (word: string) => `${word} ${run} ${String(at + 1)}`
    const picture = (number: number) => ({
      'Image Src': `${pictures}/${handle}-${String(number)}.jpg?v=1732${String(at)}`,
      'Image Position': String(number),
    })
    const variant = (color: string, place: number): Cells => ({
      'Variant SKU': `${handle}-${String(place)}`,
      'Variant Grams': '48000',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': at % 9 === 8 ? '-2' : String(place + 3),
      'Variant Inventory Policy': 'deny',
      'Variant Fulfillment Service': 'manual',
      'Variant Price': `${String(480 + at)}.${place === 1 ? '50' : '00'}`,
      ...(at % 5 === 4 && { 'Variant Compare At Price': `${String(620 + at)}.00` }),
      'Variant Requires Shipping': 'true',
      'Variant Taxable': 'true',
      'Variant Weight Unit': 'kg',
      'Option1 Value': color,
    })
    const hasColors = at % 4 === 1
    rows.push({
      Handle: handle,
      Title: name(kind.az),
      'Body (HTML)': `<p>${kind.az}, "məişət" üçün&nbsp;— möhkəm &amp; sakit.</p>\n<ul>\n<li>Palıd, 18 mm</li>\n<li>Yavaş bağlanan qapılar</li>\n</ul>`,
      Vendor: 'Nümunə',
      'Product Category': 'Furniture',
      Type: kind.type,
      Tags: 'mebel, yeni',
      Published: 'true',
      'Option1 Name': hasColors ? 'Color' : 'Title',
      ...variant(hasColors ? 'Oak' : 'Default Title', 1),
      ...picture(1),
      'Image Alt Text': name(kind.az),
      'Gift Card': 'false',
      'SEO Title': name(kind.az),
      [ownHeads.nameRu]: name(kind.ru),
      [ownHeads.nameEn]: name(kind.en),
      Status: 'active',
      ...mistakeOf(at),
    })
    if (hasColors) rows.push({ Handle: handle, ...variant('Walnut', 2), ...picture(2) })
    else if (at % 4 === 2) rows.push({ Handle: handle, ...picture(2) })
    if (mistakeOf(at) !== undefined) refused += 1
  }
  const table = rows.map((row) => line(heads.map((head) => row[head] ?? '')))
  return { csv: `${[line(heads), ...table].join('\n')}\n`, refused }
}

/** Reads a table with a separator, whose cells may be quoted. */
function cellsOf(csv: string, separator: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < csv.length; at += 1) {
    const letter = csv[at] ?? ''
    const row = rows.at(-1) ?? []
    const add = (text: string) => {
      row.push((row.pop() ?? '') + text)
    }
    if (letter === '"' && isQuoted && csv[at + 1] === '"') {
      add('"')
      at += 1
    } else if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) add(letter)
    else if (letter === separator) row.push('')
    else if (letter === '\n') rows.push([''])
    else if (letter !== '\r') add(letter)
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
}

/** Mends the rows that an import refused, as a person does in a spreadsheet, and keeps the column with the reasons. */
export function mendedFile(csv: string): string {
  const [head = [], ...rows] = cellsOf(csv.replace(/^\uFEFF/, ''), ',')
  const place = (name: Head) => head.indexOf(name)
  for (const row of rows) {
    const mend = (name: Head, to: (cell: string) => string) => {
      row[place(name)] = to(row[place(name)] ?? '')
    }
    mend('Variant Price', (price) => (price === 'on request' ? '890.00' : price === '1.249,50' ? '1249.50' : price))
    mend('Type', (type) => (type === 'Lighting' ? 'Furniture' : type))
    if (row[place('Status')] !== '') mend('Title', (title) => (title === '' ? (row[place('SEO Title')] ?? '') : title))
  }
  return `${[head, ...rows].map(line).join('\n')}\n`
}
