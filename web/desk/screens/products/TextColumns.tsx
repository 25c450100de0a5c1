import { CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '@shared/components/Field'
import { formatShortDay } from '@shared/dates'
import { languageNames, languages, type Language } from '@shared/language'
import { Lozenge, Status } from '@shared/components/Status'
import { LinkButton } from '@desk/components/Links'
import { Segment } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { languageTexts } from '@desk/lib/texts'
import { fieldLabel, textField, textLabels, type TextName, textNames } from '@desk/lib/product-fields'
import { ChangeMark } from './ChangeMark'
import { fallbackOf, missingOf, sourceLanguage } from './draft'
import styles from './Product.module.css'
import type { Editing } from './use-product'

/** Lines of a text's field; a name has one. */
const rows = { name: 1, description: 5, externalMeasurement: 1, internalMeasurement: 3, features: 3 } as const satisfies Record<
  TextName,
  number
>

interface TextColumnsProps {
  editing: Editing
  mayWrite: boolean
  /** The language that phones show. */
  language: Language
  onLanguage: (language: Language) => void
  onConfirm: (field: string) => void
}

/** The texts in three languages beside each other; phones show one of them. */
export function TextColumns({ editing, mayWrite, language: picked, onLanguage, onConfirm }: TextColumnsProps) {
  const { t } = useTranslation()
  const { shown, store, isChanged } = editing
  const changedIn = (language: Language) => textNames.some((name) => isChanged(textField(name, language)))
  const copyFrom = (from: Language, to: Language) => {
    for (const name of missingOf(shown, to)) store.change(textField(name, to), shown[textField(name, from)])
  }
  return (
    <div className={styles.texts} data-shown={picked}>
      <div className={`${styles.tabs ?? ''} phone-only`}>
        <Segment
          label={t('PRODUCT.LANGUAGE')}
          value={picked}
          onPick={onLanguage}
          options={languages.map((language) => ({
            value: language,
            text: (
              <>
                {language.toUpperCase()}
                {missingOf(shown, language).length > 0 && (
                  <>
                    <CircleDashed size={15} strokeWidth={1.5} aria-hidden="true" />
                    <span className="visually-hidden">{t('PRODUCT.EMPTY_FIELDS', { count: missingOf(shown, language).length })}</span>
                  </>
                )}
                {changedIn(language) && (
                  <>
                    <Lozenge />
                    <span className="visually-hidden">{t('PRODUCT.CHANGED')}</span>
                  </>
                )}
              </>
            ),
          }))}
        />
      </div>
      <div className={styles.heads}>
        {languages.map((language) => {
          const missing = missingOf(shown, language).length
          return (
            <div key={language} className={styles.cell} data-language={language}>
              <b>{languageNames[language]}</b>
              <Status tone={missing === 0 ? 'emerald' : 'amber'} isFilled={missing === 0}>
                {missing === 0 ? t('PRODUCT.COMPLETE') : t('PRODUCT.EMPTY_FIELDS', { count: missing })}
              </Status>
              {mayWrite && missing > 0 && language !== sourceLanguage && (
                <LinkButton className={styles.copy} onClick={() => copyFrom(sourceLanguage, language)}>
                  {t('PRODUCT.COPY_FROM', { language: t(languageTexts[sourceLanguage]) })}
                </LinkButton>
              )}
            </div>
          )
        })}
      </div>
      {textNames.map((name) => (
        <div key={name} className={styles.row} role="group" aria-label={t(textLabels[name])}>
          <p className={styles.label}>{t(textLabels[name])}</p>
          <div className={styles.three}>
            {languages.map((language) => (
              <TextCell key={language} name={name} language={language} editing={editing} mayWrite={mayWrite} onConfirm={onConfirm} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

interface TextCellProps extends Pick<TextColumnsProps, 'editing' | 'mayWrite' | 'onConfirm'> {
  name: TextName
  language: Language
}

function TextCell({ name, language, editing, mayWrite, onConfirm }: TextCellProps) {
  const { t } = useTranslation()
  const own = useLanguage()
  const { shown, store, errorOf, isChanged, state } = editing
  const field = textField(name, language)
  const value = shown[field]
  const fallback = fallbackOf(shown, name, language)
  const isMissing = missingOf(shown, language).includes(name)
  const stale = isChanged(field) ? undefined : state.product.stale.find((text) => text.field === field)
  return (
    <div className={styles.cell} data-language={language} data-missing={isMissing || undefined} data-rows={rows[name]}>
      <TextArea
        name={field}
        label={fieldLabel(t, field)}
        isLabelHidden
        lang={language}
        rows={rows[name]}
        className={styles.area}
        readOnly={!mayWrite}
        // What the shop shows in its place.
        placeholder={fallback === '' ? t('PRODUCT.LEFT_OUT') : t('PRODUCT.FALLS_BACK', { text: fallback })}
        value={value}
        error={errorOf(field)}
        onChange={({ target }) => store.change(field, target.value)}
        onKeyDown={(event) => {
          // A name is one line.
          if (name === 'name' && event.key === 'Enter') event.preventDefault()
        }}
      />
      <ChangeMark editing={editing} field={field} />
      {stale !== undefined && (
        <div className={styles.stale}>
          <p>
            {t(stale.changedBy === null ? 'PRODUCT.STALE_ALONE' : 'PRODUCT.STALE', {
              day: formatShortDay(stale.changedAt, own),
              name: stale.changedBy?.name ?? '',
            })}
          </p>
          <p className={styles.was} lang={sourceLanguage}>
            {t('PRODUCT.STALE_WAS', { text: stale.was })}
          </p>
          {mayWrite && <LinkButton onClick={() => onConfirm(field)}>{t('PRODUCT.STILL_RIGHT')}</LinkButton>}
        </div>
      )}
    </div>
  )
}
