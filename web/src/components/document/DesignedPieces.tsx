import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { designDrawing } from '@shared/drawing/design-drawing'
import { formatShortDateTime } from '@shared/dates'
import { openedPart } from '@/components/part'
import { RoomLink } from '@/components/drawing/RoomLink'
import { useLanguage } from '@/lib/i18n/setup'
import { classes } from '@shared/components/classes'
import styles from './DesignedPieces.module.css'
import document from './Document.module.css'

interface DesignedPiece {
  name: string
  /** Code of the design. */
  code: string
  /** A sentence for each bay, in the page's language; empty where only the code is known. */
  words: readonly string[]
  /** Width × depth × height with their unit; empty where only the code is known. */
  size: string
  /** Sentence by which the customer confirmed the size; `null` before. */
  confirmed: { text: string; at: string } | null
}

interface DesignedPiecesProps {
  pieces: readonly DesignedPiece[]
  /** Language of the names, if it is not the page's. */
  lang?: string | undefined
}

const Piece3d = openedPart(
  () => import('./Piece3d'),
  ({ onLeave }) => onLeave(),
)

/** Designed pieces with both drawings, their bays in words, and the ways to see them; nothing without any. */
export function DesignedPieces({ pieces, lang }: DesignedPiecesProps) {
  const { t } = useTranslation()
  /** The one piece that is shown in 3D. */
  const [turned, setTurned] = useState<number | null>(null)
  if (pieces.length === 0) return null
  return (
    <section className={classes(document.section, styles.section)}>
      <h2 className={document.sectionTitle}>{t('OFFER.DESIGNS')}</h2>
      <ul className={styles.pieces}>
        {pieces.map((piece, index) => (
          // Pieces have no ids on this side, and never change their places.
          <li key={index}>
            <Piece piece={piece} lang={lang} is3d={index === turned} onTurn={(is3d) => setTurned(is3d ? index : null)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Size of a drawing in pixels, which reserves its room. */
const drawing = { width: 344, height: 400 }

interface PieceProps {
  piece: DesignedPiece
  lang: string | undefined
  is3d: boolean
  onTurn: (is3d: boolean) => void
}

function Piece({ piece, lang, is3d, onTurn }: PieceProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { name, code, words, size, confirmed } = piece
  const toggle = useRef<HTMLButtonElement>(null)
  const leave3d = () => {
    onTurn(false)
    toggle.current?.focus()
  }
  const front = [t('OFFER.DESIGN_FRONT', { name }), size].filter((part) => part !== '').join(', ')
  const inside = [t('OFFER.DESIGN_INSIDE', { name }), words.join('; ')].filter((part) => part !== '').join('. ')
  return (
    <>
      <div className={styles.drawings}>
        <img src={designDrawing(code, 'front', language)} alt={front} {...drawing} loading="lazy" />
        <img src={designDrawing(code, 'inside', language)} alt={inside} {...drawing} loading="lazy" />
      </div>
      {is3d && <Piece3d code={code} onLeave={leave3d} />}
      <div className={styles.words}>
        <h3 className={styles.name} lang={lang}>
          {name}
        </h3>
        {size !== '' && <p className="second figures">{size}</p>}
        {words.length > 0 && (
          <ul className="second small">
            {words.map((bay) => (
              <li key={bay}>{bay}</li>
            ))}
          </ul>
        )}
        {confirmed !== null && (
          <p className={styles.confirmed}>
            {confirmed.text}
            <span className="second small">{t('OFFER.CONFIRMED_ON', { when: formatShortDateTime(confirmed.at, language) })}</span>
          </p>
        )}
        <div className={classes(styles.ways, 'screen-only')}>
          <Button ref={toggle} size="small" aria-pressed={is3d} onClick={() => onTurn(!is3d)}>
            {t('OFFER.DESIGN_TURN')}
            <span className="visually-hidden">: {name}</span>
          </Button>
          <a className={document.link} href={`/${language}/design#${code}`}>
            {t('OFFER.DESIGN_OPEN')}
            <span className="visually-hidden">: {name}</span>
          </a>
          <RoomLink code={code} label={t('OFFER.IN_ROOM')} />
        </div>
      </div>
    </>
  )
}
