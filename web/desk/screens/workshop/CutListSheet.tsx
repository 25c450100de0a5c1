import { useTranslation } from 'react-i18next'
import type { WorkshopItem, WorkshopSheet } from '@desk/api/workshop'
import { useLanguage } from '@desk/i18n/language'
import { EdgePicture } from './EdgePicture'
import { Box, PaperTable, type Column } from './PaperTable'
import { Sheet } from './Sheet'
import { byMaterial, hasGrain, latticeBoard, materialName, placesText, sizeText, type MaterialParts } from './words'
import styles from './Workshop.module.css'

const columns: readonly Column[] = [
  { text: 'WORKSHOP.NO' },
  { text: 'WORKSHOP.PART' },
  { text: 'WORKSHOP.COUNT', kind: 'figure' },
  { text: 'WORKSHOP.FINISHED', kind: 'figure' },
  { text: 'WORKSHOP.CUT', kind: 'figure' },
  { text: 'WORKSHOP.EDGE' },
  { text: 'WORKSHOP.PLACE' },
  { text: 'WORKSHOP.TICKED', kind: 'tick' },
]

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
      <PaperTable title={t('WORKSHOP.CUT_LIST')} columns={columns}>
        {byMaterial(item.parts).map((material) => (
          <Material key={`${material.board} ${material.finish}`} item={item} material={material} />
        ))}
      </PaperTable>
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
        <th scope="rowgroup" colSpan={columns.length}>
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
