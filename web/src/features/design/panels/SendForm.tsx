import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '@shared/components/Button'
import { TextArea } from '@shared/components/Field'
import { serverMessage } from '@shared/api/error'
import { encodeDesign } from '@shared/rules/code'
import type { Band } from '@shared/rules/price'
import { NewPrices } from '@/components/design/NewPrices'
import { FormErrors } from '@/components/forms/FormErrors'
import { PrivacyNote } from '@/components/forms/PrivacyNote'
import { ContactFields } from '@/components/quote/ContactFields'
import { useContactPrefill } from '@/components/quote/use-contact-prefill'
import { isSameBand } from '@/lib/design/bands'
import { useServerForm } from '@/lib/forms/forms'
import { contactFields, contactLabels } from '@/lib/quote/contact-schema'
import { contactDraft, contactNames, noContacts } from '@/lib/quote/contacts'
import { maxNote } from '@/lib/quote/pieces'
import { refusedDesigns } from '@/lib/quote/sent-design'
import { showSent } from '@/stores/quote'
import { useDesignTexts } from '@/lib/design/design-texts'
import { designSentence } from '@/lib/design/words'
import { requestBody, sendDesign } from '../send'
import { noteSent } from '../store'
import type { PanelProps } from './panel'
import styles from './panels.module.css'

const schema = z.object({ ...contactFields, note: z.string().check(z.maxLength(maxNote)) })
const labels = { ...contactLabels, note: 'QUOTE.NOTE' } as const

interface SendFormProps extends Pick<PanelProps, 'open' | 'evaluation'> {
  /** `null` where no band is shown. */
  band: Band | null
  /** Number of the price book that the band was computed with. */
  prices: number | undefined
  isOnline: boolean
}

/** The request for this design. The service prices it again; a different band is shown before it is sent. */
export function SendForm({ open, evaluation: { design, layout }, band, prices, isOnline }: SendFormProps) {
  const texts = useDesignTexts()
  const { t } = texts
  const { t: ofShop } = useTranslation()
  const [renewed, setRenewed] = useState<{ of: Band | null; now: Band } | null>(null)
  const { form, failure, field, submit, summary, isBusy } = useServerForm({
    schema,
    labels,
    defaultValues: { ...noContacts, note: '' },
    draft: contactDraft,
    draftFields: contactNames,
  })
  const isPrefilled = useContactPrefill(
    (name) => form.getValues(name),
    (name, value) => form.setValue(name, value, { shouldValidate: true }),
  )
  const isWish = layout === null
  // A design that was changed since has another band.
  const shownRenewed = renewed !== null && isSameBand(renewed.of, band) ? renewed : null
  const code = encodeDesign({ ...design, prices: prices ?? design.prices })
  const onSubmit = submit(async (values, keyFor) => {
    const body = requestBody(values, { code, band: isWish ? null : (shownRenewed?.now ?? band), isWish })
    try {
      const receipt = await sendDesign(body, keyFor(body))
      noteSent(receipt.number, open.code)
      setRenewed(null)
      showSent({ ...receipt, pieces: designSentence(texts, design), back: 'QUOTE.TO_SHOP', next: null }, values)
      return true
    } catch (error) {
      const refusal = refusedDesigns(error).get(0)
      if (refusal?.kind !== 'price-changed') throw error
      setRenewed({ of: band, now: refusal.band })
      return false
    }
  })
  const message = serverMessage(failure)
  const isSent = open.sent !== null && open.sent.code === open.code
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <h2 className={styles.title}>{t('request')}</h2>
      {isSent && <p className={styles.done}>{t('sent', { number: open.sent?.number ?? '' })}</p>}
      <FormErrors {...summary('')} failure={failure === null ? undefined : ofShop('QUOTE.FAILED')}>
        {message !== '' && <p>{message}</p>}
      </FormErrors>
      <ContactFields field={field} isPrefilled={isPrefilled} />
      <TextArea {...field('note')} rows={2} maxLength={maxNote} />
      <PrivacyNote />
      {isWish && <p className="small second">{t('as-wish')}</p>}
      {!isOnline && <p className="small second">{t('offline-send')}</p>}
      <div role="alert">
        {shownRenewed !== null && (
          <div className={styles.renewed}>
            <NewPrices before={shownRenewed.of} now={shownRenewed.now} />
            <Button size="small" onClick={() => setRenewed(null)}>
              {t('still-looking')}
            </Button>
          </div>
        )}
      </div>
      <Button variant="primary" type="submit" wide disabled={!isOnline} busyLabel={isBusy ? ofShop('COMMON.SENDING') : undefined}>
        {t(shownRenewed === null ? 'send' : 'send-new')}
      </Button>
      <p className="small second">{t('no-duty')}</p>
    </form>
  )
}
