import { useTranslation } from 'react-i18next'
import { isReadable, type CutSheet, type WorkshopSheet } from '@desk/api/workshop'
import { useLanguage } from '@desk/i18n/language'
import { papers, Sheet } from './Sheet'
import { materialName, sizeText } from './words'
import styles from './Workshop.module.css'

/** Sheets of one material. */
interface MaterialSheets {
  board: string
  finish: string
  sheets: CutSheet[]
}

function byMaterial(all: readonly CutSheet[]): MaterialSheets[] {
  const groups = new Map<string, MaterialSheets>()
  for (const sheet of all) {
    const { board, finish } = sheet
    const key = `${board} ${finish}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { board, finish, sheets: [sheet] })
    else group.sheets.push(sheet)
  }
  return [...groups.values()]
}

/** The last paper: where the parts of all pieces lie on their sheets. */
export function NestingSheet({ sheet }: { sheet: WorkshopSheet }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isSingle = sheet.items.length === 1
  return (
    <Sheet
      orderNumber={sheet.orderNumber}
      title={t('WORKSHOP.SHEETS')}
      paper={papers}
      foot={
        <>
          <p>{t('WORKSHOP.SHEETS_NOTE')}</p>
          {sheet.items.filter(isReadable).map(({ no, code, rules, prices }) => (
            <p key={no}>{t('WORKSHOP.FOOT', { rules, prices, code })}</p>
          ))}
        </>
      }
    >
      {sheet.sheets.length === 0 && <p>{t('WORKSHOP.NO_SHEETS')}</p>}
      {byMaterial(sheet.sheets).map(({ board, finish, sheets }) => {
        const name = materialName(t, { board, finish }, language)
        const used = Math.round((sheets.reduce((sum, sheet) => sum + sheet.used, 0) / sheets.length) * 100)
        const size = sizeText(...(sheets[0]?.sheetMm ?? []))
        return (
          <section key={`${board} ${finish}`} className={styles.nesting}>
            <h3>
              {name}
              <span>{t('WORKSHOP.SHEETS_OF', { count: sheets.length, size, percent: used })}</span>
            </h3>
            <ol>
              {sheets.map((one, index) => (
                // Sheets have no names of their own.
                <li key={index}>
                  <figure>
                    <CutSheetPicture sheet={one} isSingle={isSingle} label={t('WORKSHOP.SHEET_PICTURE', { board: name, no: index + 1 })} />
                    <figcaption>{index + 1}</figcaption>
                  </figure>
                </li>
              ))}
            </ol>
          </section>
        )
      })}
      {/* The pattern of what is left of a sheet. */}
      <svg width={0} height={0} className={styles.patterns} aria-hidden="true">
        <defs>
          <pattern id="sheet-rest" width={90} height={90} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V90" />
          </pattern>
        </defs>
      </svg>
    </Sheet>
  )
}

/** Largest and smallest height of a number on a sheet, in its millimetres. */
const largestText = 150
const smallestText = 60

/** One sheet with the numbers of its parts; its lower left corner is the origin. */
function CutSheetPicture({ sheet, isSingle, label }: { sheet: CutSheet; isSingle: boolean; label: string }) {
  const [length = 0, width = 0] = sheet.sheetMm
  return (
    <svg viewBox={`-8 -8 ${length + 16} ${width + 16}`} role="img" aria-label={label} className={styles.cutSheet}>
      <rect width={length} height={width} className={styles.rest} />
      {sheet.placed.map(({ item, no, x, y, l, w }) => {
        const top = width - y - w
        const size = Math.max(smallestText, Math.min(largestText, w * 0.8, l * 0.5))
        return (
          <g key={`${x} ${y}`}>
            <rect x={x} y={top} width={l} height={w} className={styles.placed} />
            <text x={x + l / 2} y={top + w / 2 + size * 0.35} fontSize={size} textAnchor="middle">
              {isSingle ? no : `${item}.${no}`}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
