import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { measuresOfValues, measuringValues } from '@shared/api/schema'
import { languageNames, languages } from '@shared/language'
import { optional, optionalName, optionalPhone, personName } from '@shared/forms/schema'
import { isPossible, millimetres, sides, unitName, type Side } from '@shared/measures'
import { leavesPiece, type MeasuresOf } from '@shared/niche'
import { paletteColours } from '@shared/palette/palette'
import { showToast } from '@shared/toasts'
import { call } from '@desk/api/client'
import type { Customer, Quote } from '@desk/api/records'
import { sources } from '@desk/api/words'
import { Field, Select, TextArea } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { Check } from '@desk/components/Check'
import { FormDialog } from '@desk/components/FormDialog'
import { KnownCustomer } from '@desk/components/KnownCustomer'
import { ProductSearch } from '@desk/components/lines/ProductSearch'
import { Thumbnail } from '@desk/components/Thumbnail'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { useServerForm } from '@desk/lib/forms'
import { foundName, type FoundProduct } from '@desk/lib/products'
import { sourceTexts } from '@desk/lib/texts'
import { FollowUpFields, useFollowUpDraft } from './FollowUpFields'
import { keepQuote } from './queries'
import styles from './Quotes.module.css'

/** Whether a side is given where the piece has an own size, and leaves a piece where it is of a niche. */
function hasSide(values: { measuring: string; measuresOf: MeasuresOf } & Record<Side, string>, side: Side): boolean {
  const mm = millimetres(values[side])
  return values.measuring !== 'own' || (isPossible(mm) && leavesPiece(mm, side, values.measuresOf))
}

const sideTexts = { widthMm: 'QUOTES.WIDTH', heightMm: 'QUOTES.HEIGHT', depthMm: 'QUOTES.DEPTH' } as const
const measuresOfTexts = { piece: 'QUOTES.OF_PIECE', niche: 'QUOTES.OF_NICHE' } as const
const sizeTexts = { standard: 'QUOTE.SIZE_STANDARD', own: 'QUOTES.SIZE_OWN', visit: 'QUOTE.SIZE_VISIT' } as const

const byHand = sources.filter((source) => source !== 'website')

const schema = z
  .object({
    source: z.enum(byHand),
    name: personName(1),
    surname: optionalName(),
    phone: optionalPhone(),
    email: optional(254),
    language: z.enum(languages),
    color: z.string(),
    quantity: z.string().check(z.regex(/^[1-9]\d?$/, 'FIELD.OUT_OF_RANGE')),
    measuring: z.enum(measuringValues),
    measuresOf: z.enum(measuresOfValues),
    widthMm: z.string(),
    heightMm: z.string(),
    depthMm: z.string(),
    message: optional(5000),
    visitAddress: optional(),
    assignToMe: z.boolean(),
  })
  .check(
    z.refine((values) => values.phone !== '' || values.email !== '', { error: 'FIELD.REQUIRED', path: ['phone'] }),
    z.refine((values) => hasSide(values, 'widthMm'), { error: 'FIELD.OUT_OF_RANGE', path: ['widthMm'] }),
    z.refine((values) => hasSide(values, 'heightMm'), { error: 'FIELD.OUT_OF_RANGE', path: ['heightMm'] }),
    z.refine((values) => hasSide(values, 'depthMm'), { error: 'FIELD.OUT_OF_RANGE', path: ['depthMm'] }),
  )

interface NewQuoteDialogProps {
  /** Whose quote it is, if known. */
  customer: Customer | undefined
  onClose: () => void
  onAdded: (quote: Quote) => void
}

/** A quote of somebody who came into the shop or called: who by their telephone, what, and the next step. */
export default function NewQuoteDialog({ customer, onClose, onAdded }: NewQuoteDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [product, setProduct] = useState<FoundProduct | null>(null)
  const next = useFollowUpDraft(null)
  const { field, form, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      source: 'walkIn',
      name: customer?.name ?? '',
      surname: '',
      phone: customer?.phones[0] ?? '',
      email: customer?.emails[0] ?? '',
      language: customer?.language ?? 'az',
      color: '',
      quantity: '1',
      measuring: 'standard',
      measuresOf: 'piece',
      widthMm: '',
      heightMm: '',
      depthMm: '',
      message: '',
      visitAddress: '',
      assignToMe: true,
    },
  })
  const colours = paletteColours(product?.colors ?? [])
  const take = (taken: FoundProduct | null) => {
    setProduct(taken)
    form.setValue('color', '')
    form.setValue('quantity', '1')
    form.setValue('measuring', 'standard')
  }
  const send = submit(async (sent, keyFor) => {
    const { phone, email, visitAddress, color, quantity, measuring, measuresOf, widthMm, heightMm, depthMm, ...values } = sent
    const measures = { widthMm: millimetres(widthMm), heightMm: millimetres(heightMm), depthMm: millimetres(depthMm) }
    const item = product !== null && {
      productId: product.id,
      color: color === '' ? null : color,
      quantity: Number(quantity),
      measuring,
      ...(measuring === 'own' && { measures, measuresOf }),
    }
    const body = {
      ...values,
      ...item,
      phone: phone === '' ? null : phone,
      email: email === '' ? null : email,
      visitAddress: visitAddress === '' ? null : visitAddress,
    }
    const quote = await call('POST', '/desk/quotes', { body, key: keyFor(body) })
    keepQuote(quote)
    onAdded(quote)
    if (next.value === null) return
    const step = { followUp: next.value }
    try {
      keepQuote(await call('POST', '/desk/quotes/{number}/follow-ups', { path: { number: quote.number }, body: step, key: keyFor(step) }))
    } catch (error) {
      // The quote exists and is open: its next step can be set there.
      showToast({ tone: 'error', text: `${t('FOLLOW_UP.TITLE')}: ${errorText(t, error)}` })
    }
  })
  return (
    <FormDialog
      title={t('QUOTES.ADD')}
      size="wide"
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('QUOTES.CREATE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <KnownCustomer
        {...field('phone')}
        // The form does not draw again while one types.
        phone={form.watch('phone')}
        onKnown={(known) => {
          form.setValue('phone', known.phone)
          form.setValue('name', known.firstName)
          form.setValue('surname', known.lastName)
          form.setValue('email', known.email)
          if (known.language !== null) form.setValue('language', known.language)
          form.clearErrors()
          form.setFocus('message')
        }}
        onNew={() => form.setFocus('name')}
      />
      <div className={styles.pair}>
        <Field {...field('name')} label={t('COMMON.NAME')} />
        <Field {...field('surname')} label={t('COMMON.LASTNAME')} />
        <Field {...field('email')} type="email" label={t('COMMON.EMAIL')} />
        <Select {...field('language')} label={t('QUOTE.CUSTOMER_LANGUAGE')}>
          {languages.map((name) => (
            <option key={name} value={name}>
              {languageNames[name]}
            </option>
          ))}
        </Select>
      </div>
      {product === null ? (
        <ProductSearch label={t('QUOTE.PRODUCT')} onPick={take} onEnter={(entered) => entered !== undefined && take(entered)} />
      ) : (
        <>
          <div className={styles.product} role="group" aria-label={t('QUOTE.PRODUCT')}>
            <Thumbnail image={product.images[0]?.imageUrl ?? null} />
            <span>
              <b>{foundName(product, language)}</b> <span className="dim small">{product.code}</span>
            </span>
            <IconButton label={t('COMMON.REMOVE')} onClick={() => take(null)}>
              <X size={18} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </div>
          <div className={styles.pair}>
            {colours.length > 0 && (
              <Select {...field('color')} label={t('QUOTES.COLOUR')}>
                <option value="">{t('QUOTES.COLOUR_OPEN')}</option>
                {colours.map(({ slug, names }) => (
                  <option key={slug} value={slug}>
                    {names[language]}
                  </option>
                ))}
              </Select>
            )}
            <Field {...field('quantity')} label={t('OFFERS.QUANTITY')} inputMode="numeric" maxLength={2} />
            <Select {...field('measuring')} label={t('QUOTES.SIZE')}>
              {measuringValues.map((name) => (
                <option key={name} value={name}>
                  {t(sizeTexts[name])}
                </option>
              ))}
            </Select>
            {form.watch('measuring') === 'own' && (
              <Select {...field('measuresOf')} label={t('QUOTES.MEASURES_OF')}>
                {measuresOfValues.map((name) => (
                  <option key={name} value={name}>
                    {t(measuresOfTexts[name])}
                  </option>
                ))}
              </Select>
            )}
            {form.watch('measuring') === 'own' &&
              sides.map((side) => (
                <Field
                  key={side}
                  {...field(side)}
                  label={`${t(sideTexts[side])}, ${unitName(language)}`}
                  inputMode="decimal"
                  maxLength={7}
                />
              ))}
          </div>
        </>
      )}
      <TextArea {...field('message')} label={t('QUOTES.MESSAGE')} />
      <Field {...field('visitAddress')} label={t('QUOTE.VISIT_ADDRESS')} autoComplete="off" />
      <fieldset>
        <legend className={styles.legend}>{t('FOLLOW_UP.TITLE')}</legend>
        <FollowUpFields draft={next} isOptional />
      </fieldset>
      <div className={styles.pair}>
        <Select {...field('source')} label={t('QUOTE.SOURCE')}>
          {byHand.map((source) => (
            <option key={source} value={source}>
              {t(sourceTexts[source])}
            </option>
          ))}
        </Select>
        <Check {...form.register('assignToMe')}>{t('QUOTES.TO_ME')}</Check>
      </div>
    </FormDialog>
  )
}
