import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { dateInBaku, formatDay } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import document from '@/components/document/Document.module.css'
import { DesignedPieces } from '@/components/document/DesignedPieces'
import { DocumentLines, type DocumentLine } from '@/components/document/DocumentLines'
import { Drawings } from '@/components/document/Drawings'
import { Sum } from '@/components/document/Sum'
import { Button } from '@shared/components/Button'
import { openedPart, part } from '@/components/part'
import { useLanguage } from '@/lib/i18n/setup'
import { isConflict, type Answer, type OfferLine, type PublicOffer } from './calls'
import { compareLines, type LineChange } from './compare'
import type { AnswerDialogProps } from './DialogButtons'
import { FollowingSteps } from './FollowingSteps'
import { percentText } from './format'
import { Notice } from './Notice'
import styles from './Offer.module.css'
import { OfferBox, type OfferDialog } from './OfferBox'
import { OfferFiles } from './OfferFiles'
import { PrintRow } from './PrintRow'
import { isOpen, stateTexts } from './state-texts'
import { useAnswer } from './use-offer'

const TalkPane = part(() => import('@/components/conversation/TalkPane'))

const dialogs: Record<OfferDialog, ComponentType<AnswerDialogProps>> = {
  accept: openedPart(
    () => import('./AcceptDialog'),
    ({ onClose }) => onClose(),
  ),
  change: openedPart(
    () => import('./ChangeDialog'),
    ({ onClose }) => onClose(),
  ),
  decline: openedPart(
    () => import('./DeclineDialog'),
    ({ onClose }) => onClose(),
  ),
}

const marks = { new: 'OFFER.NEW_LINE', changed: 'OFFER.CHANGED_LINE' } as const satisfies Record<NonNullable<LineChange>, string>

/** The offer on one page: who wrote it, lines, drawings, sums, the answer, and what follows. */
export default function OfferDocument({ token, offer }: { token: string; offer: PublicOffer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const answer = useAnswer(token, offer)
  const [open, setOpen] = useState<OfferDialog | null>(null)
  const [now] = useState(() => new Date())
  /** The revision that the customer saw with the last answer. */
  const [seen, setSeen] = useState<PublicOffer | null>(null)
  const { title, lead } = stateTexts(t, offer, language, now)
  const foreign = offer.language === null || offer.language === language ? undefined : offer.language
  const isLastDay = isOpen(offer) && offer.validUntil === dateInBaku(now)
  const isRenewed = isConflict(answer.error) && seen !== null && seen.revision !== offer.revision
  const { changes, removed } = compareLines(isRenewed ? seen.lines : offer.lines, offer.lines)

  const ask = (dialog: OfferDialog) => {
    answer.reset()
    setOpen(dialog)
  }
  const send = (next: Answer) => {
    setSeen(offer)
    answer.mutate(next, {
      // After a conflict the page shows what the offer is now.
      onSettled: (given, error) => {
        if (given === undefined && !isConflict(error)) return
        setOpen(null)
        window.scrollTo({ top: 0 })
      },
    })
  }
  const Dialog = open === null ? null : dialogs[open]
  return (
    <div className={document.columns}>
      <div>
        <p className={document.number}>
          {t(offer.revision > 1 ? 'OFFER.NUMBER_REVISION' : 'OFFER.NUMBER', {
            number: offer.number,
            revision: offer.revision,
            day: formatDay(offer.sentAt ?? '', language, now),
          })}
        </p>
        <h1 className={document.title}>{title}</h1>
        <p className="title-lead">
          {isLastDay && <b className={styles.lastDay}>{t('OFFER.LAST_DAY')} </b>}
          {lead}
        </p>
        <Notice error={answer.error} removed={removed} />
        {isOpen(offer) && offer.askedAt && (
          <p className={styles.asked} role="status">
            {t('OFFER.CHANGE_SENT')}
          </p>
        )}
        <DocumentLines
          label={t('OFFER.LINES')}
          lang={foreign}
          isStruck={offer.state === 'expired'}
          lines={offer.lines.map((line, index) => {
            const change = changes[index] ?? null
            return { ...documentLine(line), notes: notesOf(line), mark: change === null ? undefined : t(marks[change]) }
          })}
        />
        {offer.message !== '' && (
          <section className={styles.said} aria-label={t('OFFER.MESSAGE')}>
            <p className="second">{offer.sender?.name}</p>
            <p lang={foreign} className={styles.message}>
              {offer.message}
            </p>
          </section>
        )}
        <OfferFiles token={token} files={offer.files} lang={foreign} />
        <DesignedPieces pieces={designedPieces(offer)} lang={foreign} />
        <Drawings title={t('OFFER.DRAWINGS')} lines={offer.lines.filter(({ design }) => design === null)} lang={foreign} />
        <PrintRow />
        {(isOpen(offer) || offer.state === 'accepted') && <FollowingSteps offer={offer} />}
        <TalkPane token={token} />
      </div>
      <OfferBox offer={offer} now={now} answer={answer} onAsk={ask} onSend={send} />
      {isOpen(offer) && (
        <div className="dock">
          <span className={styles.dockSum}>
            <span className="second small">{t('OFFER.TOTAL')}</span>
            <b>
              <Sum amount={offer.total} />
            </b>
          </span>
          <Button variant="primary" wide onClick={() => ask('accept')}>
            {t('OFFER.ACCEPT_SHORT')}
          </Button>
        </div>
      )}
      {Dialog !== null && (
        <Dialog offer={offer} isBusy={answer.isPending} error={answer.error} onClose={() => setOpen(null)} onSend={send} />
      )}
    </div>
  )

  /** The VAT of a line is said where that of the total is not known. */
  function notesOf({ discount, vat }: OfferLine): string[] {
    return [
      discount > 0 ? t('OFFER.DISCOUNT_OF', { percent: percentText(discount, language) }) : '',
      vat === null || offer.vat !== null ? '' : t('OFFER.VAT_OF', { sum: formatWithSign(toQepik(vat), language) }),
    ].filter((note) => note !== '')
  }
}

const designedPieces = ({ lines }: PublicOffer) =>
  lines.flatMap(({ name, design }) => {
    if (design === null) return []
    const { code, words, sizeText, confirmed } = design
    return [{ name, code, words, size: sizeText, confirmed }]
  })

const documentLine = ({ name, detail, imageUrl, design, quantity, unitPrice, subtotal }: OfferLine): DocumentLine => ({
  name,
  detail,
  imageUrl,
  designCode: design?.code ?? null,
  quantity,
  unitPrice,
  subtotal,
})
