import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import type { WorkshopItem, WorkshopSheet } from '@desk/api/workshop'
import { useLanguage } from '@desk/i18n/language'
import { Box, PaperTable, type Column } from './PaperTable'
import { Sheet } from './Sheet'
import { kilograms, materialName, metres, sizeText, tenthsText } from './words'
import styles from './Workshop.module.css'

type Fitting = WorkshopItem['fittings'][number]

const columns = {
  edging: [
    { text: 'WORKSHOP.EDGING_MATERIAL' },
    { text: 'WORKSHOP.READY', kind: 'figure' },
    { text: 'WORKSHOP.MORE', kind: 'figure' },
    { text: 'WORKSHOP.TICKED', kind: 'tick' },
  ],
  fittings: [{ text: 'WORKSHOP.NAME' }, { text: 'WORKSHOP.COUNT', kind: 'figure' }, { text: 'WORKSHOP.TICKED', kind: 'tick' }],
  hinges: [
    { text: 'WORKSHOP.DOOR' },
    { text: 'WORKSHOP.FINISHED', kind: 'figure' },
    { text: 'WORKSHOP.MASS_SHORT', kind: 'figure' },
    { text: 'WORKSHOP.CENTRES' },
  ],
  lattice: [
    { text: 'WORKSHOP.PANEL' },
    { text: 'WORKSHOP.COUNT', kind: 'figure' },
    { text: 'WORKSHOP.SIZE', kind: 'figure' },
    { text: 'WORKSHOP.CELLS', kind: 'figure' },
    { text: 'WORKSHOP.PITCH', kind: 'figure' },
  ],
} as const satisfies Record<string, readonly Column[]>

interface FittingsSheetProps {
  sheet: WorkshopSheet
  item: WorkshopItem
}

/** The third paper: edging in metres, fittings, cups of hinges by door, and lattice panels. */
export function FittingsSheet({ sheet, item }: FittingsSheetProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      orderNumber={sheet.orderNumber}
      title={t('WORKSHOP.FITTINGS_TITLE')}
      of={{ item, count: sheet.items.length }}
      paper={3}
      foot={null}
    >
      <div className={styles.columns}>
        <EdgingTable item={item} />
        <FittingsTable item={item} />
      </div>
      {item.hinges.length > 0 && <HingesTable item={item} />}
      {item.lattice.length > 0 && <LatticeTable item={item} />}
    </Sheet>
  )
}

/** A table with its heading. */
function Part({ title, columns, children }: { title: string; columns: readonly Column[]; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <PaperTable title={title} columns={columns}>
        <tbody>{children}</tbody>
      </PaperTable>
    </section>
  )
}

function EdgingTable({ item }: { item: WorkshopItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Part title={t('WORKSHOP.EDGING')} columns={columns.edging}>
      {item.edging.map((edging) => {
        const name = `${materialName(t, edging, language)}, ${edging.tapeMm === null ? t('WORKSHOP.EDGING_PAINT') : sizeText(...edging.tapeMm)}`
        return (
          <tr key={`${edging.board} ${edging.finish}`}>
            <th scope="row">{name}</th>
            <td className={styles.figure}>{t('WORKSHOP.METRES', { count: metres(edging.lengthMm, language) })}</td>
            <td className={styles.figure}>
              <b>{t('WORKSHOP.METRES', { count: String(edging.orderM) })}</b>
            </td>
            <td className={styles.tick}>
              <Box label={t('WORKSHOP.PART_READY', { name })} />
            </td>
          </tr>
        )
      })}
    </Part>
  )
}

/** Number, length or area of a fitting. */
function amountText(t: TFunction, { count, unit }: Fitting, language: Language): string {
  if (unit === 'mm') return t('WORKSHOP.METRES', { count: metresText(count, language) })
  if (unit === 'mm2') return t('WORKSHOP.SQUARE_METRES', { count: tenthsText(Math.round(count / 100_000), language) })
  return String(count)
}

/** Metres to the centimetre: lengths that are cut from bars. */
const metresText = (mm: number, language: Language): string => (mm / 1000).toFixed(2).replace('.', language === 'en' ? '.' : ',')

/** Lengths or sizes to cut: `1 × 563, 2 × 561`. */
const cutsText = ({ cuts }: Fitting): string =>
  cuts.map(({ count, length, width }) => `${count}\u00a0×\u00a0${width === null ? length : `(${sizeText(length, width)})`}`).join(', ')

function FittingsTable({ item }: { item: WorkshopItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Part title={t('WORKSHOP.FITTINGS')} columns={columns.fittings}>
      {item.fittings.map((fitting) => (
        <tr key={fitting.key}>
          <th scope="row">
            {fitting.name}
            {fitting.cuts.length > 0 && `: ${cutsText(fitting)}`}
          </th>
          <td className={styles.figure}>
            <b>{amountText(t, fitting, language)}</b>
          </td>
          <td className={styles.tick}>
            <Box label={t('WORKSHOP.PART_READY', { name: fitting.name })} />
          </td>
        </tr>
      ))}
    </Part>
  )
}

function HingesTable({ item }: { item: WorkshopItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Part title={t('WORKSHOP.HINGES')} columns={columns.hinges}>
      {item.hinges.map(({ bay, side, isUpper, length, width, massG, cups }) => {
        const hung = t(side === 'left' ? 'WORKSHOP.LEFT' : 'WORKSHOP.RIGHT')
        const name = `${t('WORKSHOP.BAY')}${bay}, ${hung}${isUpper ? `, ${t('WORKSHOP.UPPER')}` : ''}`
        return (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={styles.figure}>{sizeText(length, width)}</td>
            <td className={styles.figure}>{t('WORKSHOP.KILOGRAMS', { mass: kilograms(massG, language) })}</td>
            <td>{cups.join(', ')}</td>
          </tr>
        )
      })}
    </Part>
  )
}

function LatticeTable({ item }: { item: WorkshopItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const total = item.lattice.reduce((sum, panel) => sum + panel.total, 0)
  return (
    <Part title={t('WORKSHOP.LATTICE')} columns={columns.lattice}>
      {item.lattice.map((panel) => (
        <tr key={panel.no}>
          <th scope="row">{t('WORKSHOP.LATTICE_PANEL', { no: panel.no, across: panel.cells[0], up: panel.cells[1] })}</th>
          <td className={styles.figure}>{panel.count}</td>
          <td className={styles.figure}>{sizeText(...panel.size)}</td>
          <td className={styles.figure}>{panel.total}</td>
          <td className={styles.figure}>{panel.pitchTenths.map((pitch) => tenthsText(pitch, language)).join('\u00a0×\u00a0')}</td>
        </tr>
      ))}
      <tr className={styles.material}>
        <th scope="row" colSpan={3}>
          <b>{t('WORKSHOP.TOTAL')}</b>
        </th>
        <td className={styles.figure}>
          <b>{total}</b>
        </td>
        <td />
      </tr>
    </Part>
  )
}
