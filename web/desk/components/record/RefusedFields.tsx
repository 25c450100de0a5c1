import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '@desk/components/Links'
import { classes } from '@shared/components/classes'
import styles from './Record.module.css'

interface RefusedFieldsProps<Field extends string> {
  /** The fields that were refused. */
  fields: readonly Field[]
  /** Before their names; absent: nothing was saved because of them. */
  text?: string | undefined
  label: (field: Field) => string
  onField: (field: Field) => void
  /** Over the whole width, above the record. */
  isAbove?: boolean
  className: string
}

/** The fields that were refused, each with a way to it. */
export function RefusedFields<Field extends string>({
  fields,
  text,
  label,
  onField,
  isAbove = false,
  className,
}: RefusedFieldsProps<Field>) {
  const { t } = useTranslation()
  if (fields.length === 0) return null
  return (
    <div className={classes(styles.refused, isAbove && styles.above, className)} role="alert">
      <CircleAlert size={17} strokeWidth={1.5} aria-hidden="true" />
      <span>{text ?? t('PRODUCT.REFUSED')}</span>
      {fields.map((field) => (
        <LinkButton key={field} onClick={() => onField(field)}>
          {label(field)}
        </LinkButton>
      ))}
    </div>
  )
}
