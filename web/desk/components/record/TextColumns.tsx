import { CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '@shared/components/Field'
import { languageNames, languages, type Language } from '@shared/language'
import { Lozenge, Status } from '@shared/components/Status'
import { LinkButton } from '@desk/components/Links'
import { Segment } from '@desk/components/Parts'
import type { AnyEditing } from '@desk/lib/editing'
import { languageTexts } from '@desk/lib/texts'
import { inLanguage, sourceLanguage, type Translated } from '@desk/lib/translated'
import { ChangeMark } from './ChangeMark'
import styles from './Record.module.css'

/** A text in three languages. */
interface ColumnText {
  name: string
  label: string
  rows: number
  /** Length of the longest one, which is told beside the label. */
  limit?: number
}

interface TextColumnsProps {
  texts: readonly ColumnText[]
  /** The editor that has a text. */
  editingOf: (name: string) => AnyEditing
  /** The field of a text in a language; absent: by the suffix of the language. */
  fieldOf?: (name: string, language: Language) => string
  /** Name of a control, for links to it; absent: the field. */
  controlOf?: (name: string, language: Language) => string
  mayWrite: boolean
  /** The language that phones show. */
  language: Language
  onLanguage: (language: Language) => void
  /** The texts that a language lacks. */
  missingOf: (language: Language) => readonly string[]
  placeholderOf: (name: string, language: Language) => string
  /** Text that is copied into an empty text of a language; absent: the source. */
  copyOf?: { label: string; text: (name: string, language: Language) => string }
  /** Below a text. */
  below?: (name: string, language: Language) => ReactNode
  /** Beside the label of a text. */
  aside?: (name: string) => ReactNode
}

/** Texts in three languages beside each other; phones show one of them. */
export function TextColumns(props: TextColumnsProps) {
  const { texts, editingOf, fieldOf = inLanguage, mayWrite, language: picked, onLanguage, missingOf, copyOf, aside } = props
  const { t } = useTranslation()
  const valueOf = (name: string, language: Language) => (editingOf(name).shown as Translated)[fieldOf(name, language)] ?? ''
  const changedIn = (language: Language) => texts.some(({ name }) => editingOf(name).isChanged(fieldOf(name, language)))
  const copyTo = (language: Language) => {
    for (const name of missingOf(language))
      editingOf(name).store.change(fieldOf(name, language), copyOf?.text(name, language) ?? valueOf(name, sourceLanguage))
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
                {missingOf(language).length > 0 && (
                  <>
                    <CircleDashed size={15} strokeWidth={1.5} aria-hidden="true" />
                    <span className="visually-hidden">{t('PRODUCT.EMPTY_FIELDS', { count: missingOf(language).length })}</span>
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
          const missing = missingOf(language).length
          return (
            <div key={language} className={styles.cell} data-language={language}>
              <b>{languageNames[language]}</b>
              <Status tone={missing === 0 ? 'emerald' : 'amber'} isFilled={missing === 0}>
                {missing === 0 ? t('PRODUCT.COMPLETE') : t('PRODUCT.EMPTY_FIELDS', { count: missing })}
              </Status>
              {mayWrite && missing > 0 && (copyOf !== undefined || language !== sourceLanguage) && (
                <LinkButton className={styles.copy} onClick={() => copyTo(language)}>
                  {copyOf?.label ?? t('PRODUCT.COPY_FROM', { language: t(languageTexts[sourceLanguage]) })}
                </LinkButton>
              )}
            </div>
          )
        })}
      </div>
      {texts.map((text) => (
        <div key={text.name} className={styles.row} role="group" aria-label={text.label}>
          <p className={styles.label}>
            {text.label}
            {text.limit !== undefined && (
              <span className={styles.lengths} aria-hidden="true">
                {languages.map((language) => valueOf(text.name, language).trim().length).join(', ')} / {text.limit}
              </span>
            )}
            {aside?.(text.name)}
          </p>
          <div className={styles.three}>
            {languages.map((language) => (
              <TextCell key={language} {...props} fieldOf={fieldOf} text={text} shownIn={language} value={valueOf(text.name, language)} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

interface TextCellProps extends Omit<TextColumnsProps, 'fieldOf'>, Required<Pick<TextColumnsProps, 'fieldOf'>> {
  text: ColumnText
  shownIn: Language
  value: string
}

function TextCell({ text: { name, rows }, shownIn, value, ...props }: TextCellProps) {
  const { editingOf, fieldOf, controlOf = fieldOf, mayWrite, missingOf, placeholderOf, below } = props
  const editing = editingOf(name)
  const field = fieldOf(name, shownIn)
  return (
    <div className={styles.cell} data-language={shownIn} data-missing={missingOf(shownIn).includes(name) || undefined} data-rows={rows}>
      <TextArea
        name={controlOf(name, shownIn)}
        label={editing.label(field)}
        isLabelHidden
        lang={shownIn}
        rows={rows}
        className={styles.area}
        readOnly={!mayWrite}
        placeholder={placeholderOf(name, shownIn)}
        value={value}
        error={editing.errorOf(field)}
        onChange={({ target }) => editing.store.change(field, target.value)}
        onKeyDown={(event) => {
          // A name is one line.
          if (name === 'name' && event.key === 'Enter') event.preventDefault()
        }}
      />
      <ChangeMark editing={editing} field={field} />
      {below?.(name, shownIn)}
    </div>
  )
}
