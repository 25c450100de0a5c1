import { useId, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { formatCentimetres, unitName } from '@shared/measures'
import { Modal } from '@/components/dialogs/Modal'
import { useLanguage } from '@/lib/i18n/setup'
import { parseMeasure } from '@/lib/niche/niche'
import { keepNiche, useNiche } from '@/stores/niche'
import styles from './NicheDialog.module.css'

const errorTexts = { number: 'QUOTE.NOT_NUMBER', impossible: 'QUOTE.IMPOSSIBLE' } as const

type Errors = Record<'width' | 'height', keyof typeof errorTexts | undefined>

const noErrors: Errors = { width: undefined, height: undefined }

/** Asks for the width and the height of the niche, which stay in the browser. */
export default function NicheDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [texts, setTexts] = useState(() => {
    const { niche } = useNiche.getState()
    const text = (mm: number | null | undefined) => (mm == null ? '' : formatCentimetres(mm, language))
    return { width: text(niche?.widthMm), height: text(niche?.heightMm) }
  })
  const [errors, setErrors] = useState(noErrors)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const [width, height] = [parseMeasure(texts.width), parseMeasure(texts.height)]
    if ('error' in width || 'error' in height || width.mm === null) {
      const wrong: Errors = {
        width: 'error' in width ? width.error : width.mm === null ? 'number' : undefined,
        height: 'error' in height ? height.error : undefined,
      }
      setErrors(wrong)
      form.current?.querySelectorAll('input')[wrong.width === undefined ? 1 : 0]?.focus()
      return
    }
    keepNiche({ widthMm: width.mm, heightMm: height.mm })
    onClose()
  }

  const field = (name: keyof Errors, label: string) => {
    const error = errors[name]
    return (
      <Field
        label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={7}
        value={texts[name]}
        unit={unitName(language)}
        error={error && t(errorTexts[error])}
        onChange={(event) => {
          setTexts({ ...texts, [name]: event.target.value })
          setErrors({ ...errors, [name]: undefined })
        }}
      />
    )
  }
  return (
    <Modal
      open
      title={t('NICHE.TITLE')}
      footer={
        <Button type="submit" form={id} variant="primary" wide>
          {t('NICHE.KEEP')}
        </Button>
      }
      onClose={onClose}
    >
      <form ref={form} id={id} noValidate className={styles.form} onSubmit={submit}>
        <p className={styles.lead}>{t('NICHE.LEAD')}</p>
        {field('width', t('PRODUCT.WIDTH'))}
        {field('height', t('NICHE.HEIGHT'))}
      </form>
    </Modal>
  )
}
