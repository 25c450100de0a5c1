import { useId, useState, type Ref, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { classes } from '@shared/components/classes'
import { serverMessage } from '@shared/api/error'
import { totalQepik, type Qepik } from '@shared/price'
import { Button } from '@shared/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { SignPrice } from '@/components/PriceBlock'
import { PrivacyNote } from '@/components/forms/PrivacyNote'
import { ContactFields } from '@/components/quote/ContactFields'
import { MissingField } from '@/components/quote/MissingField'
import { useContactPrefill } from '@/components/quote/use-contact-prefill'
import { useServerForm } from '@/lib/forms/forms'
import { useLanguage } from '@/lib/i18n/setup'
import { contactLabels, contactSchema } from '@/lib/quote/contact-schema'
import { contactDraft, noContacts, type Contacts } from '@/lib/quote/contacts'
import { namedPieceText, pieceText } from '@/lib/quote/piece-text'
import type { Piece } from '@/lib/quote/pieces'
import { quoteBody, sendQuote } from '@/lib/quote/send'
import { useInView } from '@/lib/view/use-in-view'
import { showSent } from '@/stores/quote'
import { noteSent } from '@/stores/sent-quotes'
import styles from './RequestBox.module.css'
import type { PieceRow } from './use-pieces'

type Rows = readonly PieceRow<Piece>[]

function countOf(rows: Rows): { products: number; pieces: number; total: Qepik | null } {
  const sold = rows.filter(({ isGone }) => !isGone)
  const priced = sold.flatMap(({ piece, product }) => (product === undefined ? [] : [{ ...product, quantity: piece.quantity }]))
  return {
    products: sold.length,
    pieces: sold.reduce((sum, { piece }) => sum + piece.quantity, 0),
    total: priced.length === sold.length ? totalQepik(priced) : null,
  }
}

interface RequestBoxProps {
  ref: Ref<HTMLElement>
  rows: Rows
  /** Number of the request that was sent for just these pieces. */
  sent: string | null
  onSent?: (number: string) => void
  /** The pieces are those of this browser. */
  isOwn?: boolean
}

/** The total of the pieces in standard sizes, and one request for all. */
export function RequestBox({ ref, rows, sent, onSent, isOwn = false }: RequestBoxProps) {
  const { t } = useTranslation()
  const headingId = useId()
  const { products, pieces, total } = countOf(rows)
  const [round, setRound] = useState(0)
  return (
    <aside ref={ref} className={styles.box} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('SELECTION.REQUEST')}
      </h2>
      <dl className={classes(styles.sums, 'figures')}>
        <dt>{t('SELECTION.PIECES', { count: products })}</dt>
        <dd>{t('QUOTE.PIECES', { count: pieces })}</dd>
        <dt>{t('SELECTION.SUM')}</dt>
        <dd>{total === null ? '—' : <SignPrice amount={total} />}</dd>
      </dl>
      <p className={styles.differs}>{t('SELECTION.SUM_DIFFERS')}</p>
      {sent === null ? (
        <RequestForm
          key={round}
          rows={rows}
          onSent={(number) => {
            setRound(round + 1)
            onSent?.(number)
          }}
        />
      ) : (
        <div className={styles.sent}>
          <p className={styles.number}>{t('SELECTION.SENT', { number: sent })}</p>
          <p className="small second">{t('SELECTION.SENT_TEXT')}</p>
        </div>
      )}
      {isOwn && <p className={styles.kept}>{t('SELECTION.KEPT')}</p>}
    </aside>
  )
}

function RequestForm({ rows, onSent }: { rows: Rows; onSent: (number: string) => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const hintId = useId()
  const { form, failure, field, submit, summary, isBusy } = useServerForm({
    schema: contactSchema,
    labels: contactLabels,
    defaultValues: noContacts,
    draft: contactDraft,
  })
  const { isValid } = form.formState
  const isPrefilled = useContactPrefill(
    (name) => form.getValues(name),
    (name, value) => form.setValue(name, value, { shouldValidate: true }),
  )
  const values = useWatch({ control: form.control })
  const problems = contactSchema.safeParse(values).error?.issues.map(({ path }) => path[0]) ?? []
  const missing = (Object.keys(contactLabels) as (keyof Contacts)[]).find((name) => problems.includes(name))
  const sold = rows.filter(({ isGone }) => !isGone)

  const onSubmit = submit(async (contacts, idempotencyKey) => {
    const [first, ...others] = sold
    if (first === undefined) return
    const body = quoteBody(contacts, [first.piece, ...others.map(({ piece }) => piece)], first.product, language)
    const receipt = await sendQuote(body, idempotencyKey(body))
    const pieces = sold.map(({ piece, product }) =>
      product === undefined ? pieceText(t, language, piece) : namedPieceText(t, language, product, piece),
    )
    showSent({ ...receipt, pieces: pieces.join('; '), back: 'SELECTION.BACK', next: null }, contacts)
    noteSent(
      sold.map(({ piece }) => piece.productId),
      receipt.number,
    )
    onSent(receipt.number)
  })
  const message = serverMessage(failure)
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormErrors {...summary('')} failure={failure === null ? undefined : t('QUOTE.FAILED')}>
        {message !== '' && <p>{message}</p>}
      </FormErrors>
      <ContactFields field={field} isPrefilled={isPrefilled} />
      <PrivacyNote />
      <Button
        variant="primary"
        type="submit"
        wide
        disabled={!isValid || sold.length === 0}
        aria-describedby={missing === undefined ? undefined : hintId}
        busyLabel={isBusy ? t('COMMON.SENDING') : undefined}
      >
        {t('SELECTION.SEND')}
      </Button>
      {missing !== undefined && (
        <p id={hintId} className="small second">
          <MissingField label={t(contactLabels[missing])} onPick={() => form.setFocus(missing)} />
        </p>
      )}
    </form>
  )
}

/** Count and button at the bottom of phones, until the form is in sight. */
export function RequestBar({ rows, insteadOf }: { rows: Rows; insteadOf: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const inView = useInView(insteadOf, { initially: true })
  const { products, pieces } = countOf(rows)
  if (inView) return null
  return (
    <div className="dock">
      <p className={classes(styles.count, 'figures')}>
        {t('SELECTION.PIECES', { count: products })}
        <br />
        <b>{t('QUOTE.PIECES', { count: pieces })}</b>
      </p>
      <Button
        variant="primary"
        onClick={() => {
          insteadOf.current?.scrollIntoView()
          insteadOf.current?.querySelector('input')?.focus({ preventScroll: true })
        }}
      >
        {t('QUOTE.TITLE')}
      </Button>
    </div>
  )
}
