import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import type { WorkshopItem, WorkshopSheet } from '@desk/api/workshop'
import { useLanguage } from '@desk/i18n/language'
import { Box } from './CutListSheet'
import { Sheet } from './Sheet'
import { kilograms, materialName, metres, sizeText, tenthsText } from './words'
import styles from './Workshop.module.css'

type Fitting = WorkshopItem['fittings'][number]

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

function EdgingTable({ item }: { item: WorkshopItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section>
      <h3>{t('WORKSHOP.EDGING')}</h3>
      <table className={styles.table} aria-label={t('WORKSHOP.EDGING')}>
        <thead>
          <tr>
            <th scope="col">{t('WORKSHOP.EDGING_MATERIAL')}</th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.READY')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.MORE')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('WORKSHOP.TICKED')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
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
    <section>
      <h3>{t('WORKSHOP.FITTINGS')}</h3>
      <table className={styles.table} aria-label={t('WORKSHOP.FITTINGS')}>
        <thead>
          <tr>
            <th scope="col">{t('WORKSHOP.NAME')}</th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.COUNT')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('WORKSHOP.TICKED')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  )
}

function HingesTable({ item }: { item: WorkshopItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section>
      <h3>{t('WORKSHOP.HINGES')}</h3>
      <table className={styles.table} aria-label={t('WORKSHOP.HINGES')}>
        <thead>
          <tr>
            <th scope="col">{t('WORKSHOP.DOOR')}</th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.FINISHED')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.MASS_SHORT')}
            </th>
            <th scope="col">{t('WORKSHOP.CENTRES')}</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  )
}

function LatticeTable({ item }: { item: WorkshopItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const total = item.lattice.reduce((sum, panel) => sum + panel.total, 0)
  return (
    <section>
      <h3>{t('WORKSHOP.LATTICE')}</h3>
      <table className={styles.table} aria-label={t('WORKSHOP.LATTICE')}>
        <thead>
          <tr>
            <th scope="col">{t('WORKSHOP.PANEL')}</th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.COUNT')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.SIZE')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.CELLS')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.PITCH')}
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  )
}
