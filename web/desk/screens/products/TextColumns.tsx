import { useTranslation } from 'react-i18next'
import { formatShortDay } from '@shared/dates'
import type { Language } from '@shared/language'
import { LinkButton } from '@desk/components/Links'
import record from '@desk/components/record/Record.module.css'
import { TextColumns as Columns } from '@desk/components/record/TextColumns'
import { useLanguage } from '@desk/i18n/language'
import { textField, textLabels, textNames, type TextName } from '@desk/lib/product-fields'
import { sourceLanguage } from '@desk/lib/translated'
import { fallbackOf, missingOf } from './draft'
import styles from './Product.module.css'
import type { Editing } from './use-product'

/** Lines of a text's field; a name has one. */
const rows = {
  name: 1,
  description: 5,
  externalMeasurement: 1,
  internalMeasurement: 3,
  features: 3,
  materials: 3,
  care: 3,
  boxContents: 3,
} as const satisfies Record<TextName, number>

interface TextColumnsProps {
  editing: Editing
  mayWrite: boolean
  /** The language that phones show. */
  language: Language
  onLanguage: (language: Language) => void
  onConfirm: (field: string) => void
}

/** The texts of a product; below a translation, that its source has changed since. */
export function TextColumns({ editing, onConfirm, ...props }: TextColumnsProps) {
  const { t } = useTranslation()
  const { shown } = editing
  return (
    <Columns
      {...props}
      texts={textNames.map((name) => ({ name, label: t(textLabels[name]), rows: rows[name] }))}
      editingOf={() => editing}
      missingOf={(language) => missingOf(shown, language)}
      placeholderOf={(name, language) => {
        // Text that the shop shows in its place.
        const fallback = fallbackOf(shown, name as TextName, language)
        return fallback === '' ? t('PRODUCT.LEFT_OUT') : t('PRODUCT.FALLS_BACK', { text: fallback })
      }}
      below={(name, language) => (
        <Stale editing={editing} field={textField(name as TextName, language)} mayWrite={props.mayWrite} onConfirm={onConfirm} />
      )}
    />
  )
}

interface StaleProps extends Pick<TextColumnsProps, 'editing' | 'mayWrite' | 'onConfirm'> {
  field: ReturnType<typeof textField>
}

/** Says that the source of a text has changed since; nothing while the text is edited. */
function Stale({ editing: { state, isChanged }, field, mayWrite, onConfirm }: StaleProps) {
  const { t } = useTranslation()
  const own = useLanguage()
  const stale = isChanged(field) ? undefined : state.record.stale.find((text) => text.field === field)
  if (stale === undefined) return null
  return (
    <div className={styles.stale}>
      <p>
        {t(stale.changedBy === null ? 'PRODUCT.STALE_ALONE' : 'PRODUCT.STALE', {
          day: formatShortDay(stale.changedAt, own),
          name: stale.changedBy?.name ?? '',
        })}
      </p>
      <p className={record.was} lang={sourceLanguage}>
        {t('PRODUCT.STALE_WAS', { text: stale.was })}
      </p>
      {mayWrite && <LinkButton onClick={() => onConfirm(field)}>{t('PRODUCT.STILL_RIGHT')}</LinkButton>}
    </div>
  )
}
