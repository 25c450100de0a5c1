import { useTranslation } from 'react-i18next'
import type { WorkshopItem, WorkshopSheet } from '@desk/api/workshop'
import { useLanguage } from '@desk/i18n/language'
import { EdgePicture } from './EdgePicture'
import { Sheet } from './Sheet'
import { byMaterial, hasGrain, latticeBoard, materialName, placesText, sizeText, type MaterialParts } from './words'
import styles from './Workshop.module.css'

interface CutListSheetProps {
  sheet: WorkshopSheet
  item: WorkshopItem
}

/** The second paper: the parts by board with finished and cut size, banded edges, place, and a box to tick. */
export function CutListSheet({ sheet, item }: CutListSheetProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      orderNumber={sheet.orderNumber}
      title={t('WORKSHOP.CUT_LIST')}
      of={{ item, count: sheet.items.length }}
      paper={2}
      foot={<p>{t('WORKSHOP.CUT_NOTE', { count: item.pieces })}</p>}
    >
      <table className={styles.table} aria-label={t('WORKSHOP.CUT_LIST')}>
        <thead>
          <tr>
            <th scope="col">{t('WORKSHOP.NO')}</th>
            <th scope="col">{t('WORKSHOP.PART')}</th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.COUNT')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.FINISHED')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('WORKSHOP.CUT')}
            </th>
            <th scope="col">{t('WORKSHOP.EDGE')}</th>
            <th scope="col">{t('WORKSHOP.PLACE')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('WORKSHOP.TICKED')}</span>
            </th>
          </tr>
        </thead>
        {byMaterial(item.parts).map((material) => (
          <Material key={`${material.board} ${material.finish}`} item={item} material={material} />
        ))}
      </table>
    </Sheet>
  )
}

/** The parts of one board and finish. */
function Material({ item, material }: { item: WorkshopItem; material: MaterialParts }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { board, finish, parts } = material
  const tape = item.edging.find((edging) => edging.board === board && edging.finish === finish)?.tapeMm?.[0]
  const notes = [
    board === latticeBoard ? t('WORKSHOP.LATTICE_BY_HAND') : '',
    hasGrain(board) ? t('WORKSHOP.GRAIN') : '',
    tape === undefined ? '' : t('WORKSHOP.EDGE_MM', { thickness: tape }),
  ].filter((note) => note !== '')
  return (
    <tbody>
      <tr className={styles.material}>
        <th scope="rowgroup" colSpan={8}>
          <b>{materialName(t, material, language)}</b>
          {notes.map((note) => ` · ${note}`).join('')}
        </th>
      </tr>
      {parts.map((part) => (
        <tr key={part.no}>
          <td>{part.no}</td>
          <th scope="row">{part.name}</th>
          <td className={styles.figure}>{part.count}</td>
          <td className={styles.figure}>{sizeText(part.length, part.width)}</td>
          <td className={styles.figure}>
            <b>{sizeText(part.cutLength, part.cutWidth)}</b>
          </td>
          <td>
            <EdgePicture edges={part.edges} />
          </td>
          <td>{placesText(t, item, part)}</td>
          <td className={styles.tick}>
            <Box label={t('WORKSHOP.PART_READY', { name: `${part.no}, ${part.name}` })} />
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** A box to tick, on the screen or by hand on the paper. */
export const Box = ({ label }: { label: string }) => <input type="checkbox" className={styles.box} aria-label={label} />
