import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { Menu, MenuItem } from '@desk/components/Menu'
import { BackLink } from '@desk/components/RecordPage'
import { ChangeCount } from '@desk/components/record/ChangeCount'
import { RefusedFields } from '@desk/components/record/RefusedFields'
import { SaveGuard } from '@desk/components/record/SaveGuard'
import screen from '@desk/components/Screen.module.css'
import styles from './Content.module.css'

interface SectionProps {
  title: string
  /** The list that a phone goes back to. */
  back?: string
  /** How many fields are unsaved. */
  count: number
  isSaving: boolean
  /** Resolves to whether nothing is left to save. */
  onSave: () => Promise<boolean>
  onTakeBack: () => void
  refused: readonly { name: string; label: string }[]
  onField: (name: string) => void
  notice?: ReactNode
  children: ReactNode
}

/** A part of the content that is one form, with the bar that saves it. */
export function Section(props: SectionProps) {
  const { title, back, count, isSaving, onSave, onTakeBack, refused, onField, notice, children } = props
  const { t } = useTranslation()
  const save = (
    <Button variant="primary" busy={isSaving} disabled={count === 0} onClick={() => void onSave()}>
      {t('COMMON.SAVE')}
      <kbd className="wide-only">Ctrl S</kbd>
    </Button>
  )
  const refusedFields = (isAbove: boolean) => (
    <RefusedFields
      fields={refused.map(({ name }) => name)}
      label={(name) => refused.find((one) => one.name === name)?.label ?? name}
      onField={onField}
      isAbove={isAbove}
      className={isAbove ? 'phone-only' : 'wide-only'}
    />
  )
  return (
    <section className={styles.record} aria-label={title} data-covers-tabs={count > 0 || back !== undefined || undefined}>
      <header className={screen.bar}>
        {back !== undefined && <BackLink href={back} />}
        {back === undefined ? <h2>{title}</h2> : <h1 className="cut">{title}</h1>}
        <span className="push" />
        <ChangeCount count={count} />
        <span className="wide-only">{save}</span>
        {count > 0 && (
          <Menu
            trigger={
              <IconButton label={t('OFFERS.MORE')}>
                <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
              </IconButton>
            }
          >
            <MenuItem isDanger onPick={onTakeBack}>
              {t('PRODUCT.TAKE_ALL_BACK')}
            </MenuItem>
          </Menu>
        )}
        {refusedFields(false)}
      </header>
      {notice}
      {refusedFields(true)}
      <div className={styles.body}>{children}</div>
      {count > 0 && <div className={`${screen.dock ?? ''} ${styles.dock ?? ''} phone-only`}>{save}</div>}
      <SaveGuard count={count} isBusy={isSaving} onSave={onSave} />
    </section>
  )
}
