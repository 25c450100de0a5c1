import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWindowValues } from '@shared/api/schema'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { ChoiceChip } from '@/components/lists/Chip'
import { Sum } from '@/components/document/Sum'
import { withParts } from '@/components/document/with-parts'
import { Field } from '@shared/components/Field'
import { Modal } from '@/components/dialogs/Modal'
import { useLanguage } from '@/lib/i18n/setup'
import { maxAddress, type CallWindow } from './calls'
import { ConfirmSize, confirmTextId, isSizeRefused, useSizeConfirmation } from './ConfirmSize'
import { AnswerFailure, DialogButtons, type AnswerDialogProps } from './DialogButtons'
import styles from './Offer.module.css'

/** Summarizes the offer to accept, and asks for the optional address and time of the call. */
export default function AcceptDialog({ offer, isBusy, error, onClose, onSend }: AnswerDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [address, setAddress] = useState('')
  const [callWindow, setCallWindow] = useState<CallWindow | null>(null)
  const sizes = useSizeConfirmation(offer)
  const [isAsked, setAsked] = useState(false)
  const nextBox = useRef<HTMLInputElement>(null)
  const isRefused = isSizeRefused(error)
  const confirm = () => {
    // The button stays enabled: pressed too early, it leads to the box and says why.
    if (sizes.next >= 0) {
      setAsked(true)
      nextBox.current?.focus()
      return
    }
    onSend({ kind: 'accept', address: address.trim(), callWindow, confirmsSize: sizes.sentences.length > 0 })
  }
  const money = (amount: number) => formatWithSign(toQepik(amount), language)
  const agreed = offer.makeDays === null ? t('OFFER.AGREE') : t('OFFER.AGREE_DAYS')
  const later = offer.depositPercent === 0 ? t('OFFER.PAY_LATER') : t('OFFER.PAY_LATER_DEPOSIT', { deposit: money(offer.deposit) })
  return (
    <Modal
      open
      title={t('OFFER.ACCEPT_TITLE')}
      onClose={onClose}
      footer={
        <DialogButtons
          label={`${t('OFFER.ACCEPT_CONFIRM')}, ${money(offer.total)}`}
          isBusy={isBusy}
          onClose={onClose}
          describedBy={sizes.next >= 0 ? confirmTextId : undefined}
          onConfirm={confirm}
        />
      }
    >
      <p>
        {withParts(agreed, {
          lines: t('OFFER.LINES_OF', { count: offer.lines.length }),
          sum: (
            <b className={styles.agreedSum}>
              <Sum amount={offer.total} />
            </b>
          ),
          days: t('OFFER.DAYS', { count: offer.makeDays ?? 0 }),
        })}{' '}
        {later}
      </p>
      <ConfirmSize sizes={sizes} isMissing={isAsked || isRefused} nextBox={nextBox} />
      <div className={styles.wishes}>
        <Field
          label={t('OFFER.ADDRESS')}
          hint={t('OFFER.ADDRESS_HINT')}
          autoComplete="street-address"
          maxLength={maxAddress}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <fieldset>
          <legend className={styles.label}>{t('OFFER.CALL_WINDOW')}</legend>
          <div className={styles.chips}>
            {callWindowValues.map((window) => (
              <ChoiceChip key={window} pressed={callWindow === window} onPress={() => setCallWindow(callWindow === window ? null : window)}>
                {window.replace('-', '–')}
              </ChoiceChip>
            ))}
          </div>
        </fieldset>
      </div>
      {!(isRefused && sizes.sentences.length > 0) && <AnswerFailure error={error} text="OFFER.ANSWER_FAILED" />}
    </Modal>
  )
}
