import { useTranslation } from 'react-i18next'
import { formatShortDay } from '@shared/dates'
import type { WorkshopItem, WorkshopSheet } from '@desk/api/workshop'
import { useLanguage } from '@desk/i18n/language'
import { Sheet } from './Sheet'
import { paperDrawing, sectionsOf, type PaperView } from './drawings'
import { kilograms, materialName, sizeText } from './words'
import styles from './Workshop.module.css'

/** Keys of parts that are seen from the front, the largest first. */
const frontKeys: readonly string[] = ['door', 'slide-door', 'stile', 'upper-door', 'drawer-front']

/** Room for measures around a drawing, in millimetres. */
const room = 304
const bayRoom = 260

interface DrawingSheetProps {
  sheet: WorkshopSheet
  item: WorkshopItem
}

/** The first paper: the piece in facts and drawings, and remarks that follow from its design. */
export function DrawingSheet({ sheet, item }: DrawingSheetProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { outline, parts } = item
  const [width = 0, height = 0, depth = 0] = outline.given
  const [ownWidth = 0, ownHeight = 0, ownDepth = 0] = outline.furniture
  const body = parts.find(({ key }) => key === 'side')
  const front = frontKeys.flatMap((key) => parts.filter((part) => part.key === key))[0]
  const day = sheet.delivery?.on ?? null
  const mass = t('WORKSHOP.MASS_PARTS', { mass: kilograms(item.massG, language), parts: item.pieces })
  return (
    <Sheet
      orderNumber={sheet.orderNumber}
      title={t('WORKSHOP.SHEET')}
      of={{ item, count: sheet.items.length }}
      paper={1}
      foot={item.confirmedText !== '' && <p>{t('WORKSHOP.CONFIRMED', { text: item.confirmedText })}</p>}
    >
      <h3 className={styles.name}>{item.name}</h3>
      <dl className={styles.facts}>
        <Fact label={t(outline.niche ? 'WORKSHOP.NICHE' : 'WORKSHOP.GIVEN')} value={sizeText(width, depth, height)} />
        <Fact label={t('WORKSHOP.FURNITURE')} value={sizeText(ownWidth, ownDepth, ownHeight)} />
        {body !== undefined && <Fact label={t('WORKSHOP.BODY_BOARD')} value={materialName(t, body, language)} />}
        {front !== undefined && <Fact label={t('WORKSHOP.FRONTS')} value={materialName(t, front, language)} />}
        <Fact label={t('WORKSHOP.MASS')} value={mass} />
        {day !== null && <Fact label={t('WORKSHOP.DAY')} value={formatShortDay(day, language)} />}
      </dl>
      {item.quantity > 1 && <p className={styles.quantity}>{t('WORKSHOP.QUANTITY', { count: item.quantity })}</p>}
      <div className={styles.drawings}>
        <Drawing item={item} view="front" text={t('WORKSHOP.FRONT')} size={[width, height]} />
        <Drawing item={item} view="inside" text={t('WORKSHOP.INSIDE')} size={[width, height + bayRoom]} />
        <div className={styles.sections}>
          {sectionsOf(item.code).map((bays) => (
            <Drawing
              key={bays[0]}
              item={item}
              view="section"
              bay={bays[0]}
              text={t('WORKSHOP.SECTION', { bays: bays.join(', ') })}
              size={[depth, height]}
            />
          ))}
        </div>
        <div className={styles.beside}>
          <Drawing item={item} view="plan" text={t('WORKSHOP.PLAN')} size={[width, depth]} />
          {item.remarks.length > 0 && (
            <section className={styles.remarks}>
              <h4>{t('WORKSHOP.REMARKS')}</h4>
              <ol>
                {item.remarks.map((remark) => (
                  <li key={remark}>{remark}</li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
    </Sheet>
  )
}

interface DrawingProps {
  item: WorkshopItem
  view: PaperView
  /** Number of the bay of a section. */
  bay?: number | undefined
  text: string
  /** Millimetres across and up, without the room for measures. */
  size: readonly [number, number]
}

function Drawing({ item, view, bay, text, size: [across, up] }: DrawingProps) {
  const { t } = useTranslation()
  return (
    <figure data-view={view}>
      <img
        src={paperDrawing(item.code, view, bay)}
        alt={t('WORKSHOP.DRAWING_OF', { name: item.name, view: text })}
        width={across + room}
        height={up + room}
      />
      <figcaption>{text}</figcaption>
    </figure>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
