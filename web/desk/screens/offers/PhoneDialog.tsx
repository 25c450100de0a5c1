import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { TextArea } from '@shared/components/Field'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { Offer } from '@desk/api/records'
import { Check } from '@desk/components/Check'
import { Dialog } from '@desk/components/Dialog'
import { useLanguage } from '@desk/i18n/language'

/** Longest note on what the customer said. */
const maxText = 1_000

interface PhoneDialogProps {
  offer: Offer
  isBusy: boolean
  onClose: () => void
  onConfirm: (answer: { text: string; confirmsSize?: boolean }) => void
}

/** Records that the customer said yes on the telephone, and confirmed the size of each designed piece. */
export function PhoneDialog({ offer, isBusy, onClose, onConfirm }: PhoneDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [text, setText] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const sizes = offer.lines.flatMap(({ id, design }) => (design === null ? [] : [{ id, text: design.confirmText }]))
  const isMissing = isAsked && !isConfirmed
  const confirm = () => {
    if (sizes.length > 0 && !isConfirmed) {
      setAsked(true)
      box.current?.focus()
      return
    }
    onConfirm({ text: text.trim(), ...(sizes.length > 0 && { confirmsSize: true }) })
  }
  return (
    <Dialog
      title={t('OFFERS.BY_PHONE_TITLE', { sum: formatWithSign(toQepik(offer.total), language) })}
      description={t('OFFERS.BY_PHONE_TEXT')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" busy={isBusy} disabled={text.trim() === ''} onClick={confirm}>
            {t('OFFERS.RECORD')}
          </Button>
        </>
      }
    >
      <TextArea label={t('OFFERS.WHAT_SAID')} maxLength={maxText} value={text} onChange={({ target }) => setText(target.value)} />
      {sizes.length > 0 && (
        <div>
          <Check
            ref={box}
            checked={isConfirmed}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? 'size-needed' : undefined}
            onChange={({ target }) => setConfirmed(target.checked)}
          >
            {t('DESIGNED.CONFIRMED_BY_PHONE')}
            {sizes.map((size) => (
              <span key={size.id} className="dim" lang={offer.language}>
                <br />
                {size.text}
              </span>
            ))}
          </Check>
          {isMissing && (
            <p id="size-needed" className="ruby small" role="alert">
              {t('DESIGNED.AFTER_TICK')}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
