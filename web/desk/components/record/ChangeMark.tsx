import { Popover } from '@base-ui/react/popover'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Lozenge } from '@shared/components/Status'
import popups from '@desk/components/Popups.module.css'
import type { AnyEditing } from '@desk/lib/editing'
import styles from './Record.module.css'

/** Marks an unsaved field; pressed, it shows what is saved and takes the field back. Nothing for a saved one. */
export function ChangeMark({ editing: { store, isChanged, label, saved }, field }: { editing: AnyEditing; field: string }) {
  const { t } = useTranslation()
  if (!isChanged(field)) return null
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.mark} aria-label={`${label(field)}: ${t('PRODUCT.CHANGED')}`}>
        <Lozenge />
        {t('PRODUCT.CHANGED')}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={popups.positioner} align="start" sideOffset={4}>
          <Popover.Popup className={popups.popover}>
            <Popover.Title className="dim small">{t('PRODUCT.WAS')}</Popover.Title>
            <Popover.Description className={styles.was}>{saved(field)}</Popover.Description>
            <Popover.Close render={<Button size="small" onClick={() => store.takeBack(field)} />}>{t('PRODUCT.TAKE_BACK')}</Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
