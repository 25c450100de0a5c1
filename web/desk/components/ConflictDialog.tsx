import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeInBaku } from '@shared/dates'
import { useConflict, type OpenConflict } from '@desk/lib/save-merging'
import { Button } from '@shared/components/Button'
import styles from './ConflictDialog.module.css'
import { Dialog } from './Dialog'
import { Check } from './Check'

/** Two people changed the same field: theirs or mine, field by field. */
export function ConflictDialog() {
  const open = useConflict((state) => state.open)
  return open === null ? null : <OpenDialog {...open} />
}

function OpenDialog({ conflicts, merged, changedBy, changedAt, label, show, answer }: OpenConflict) {
  const { t } = useTranslation()
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const name = changedBy?.name ?? t('CONFLICT.SYSTEM')
  const pick = (field: string, isMine: boolean) => {
    const next = new Set(mine)
    if (isMine) next.add(field)
    else next.delete(field)
    setMine(next)
  }
  return (
    <Dialog
      size="wide"
      title={t('CONFLICT.TITLE', { name, time: changedAt === null ? '' : timeInBaku(changedAt) })}
      description={t('CONFLICT.TEXT', { count: merged })}
      onClose={() => answer(null)}
      actions={
        <>
          <Button onClick={() => answer(null)}>{t('CONFLICT.DROP')}</Button>
          <Button variant="primary" onClick={() => answer([...mine])}>
            {t('CONFLICT.SAVE')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {conflicts.map(({ field, theirs, mine: own }) => (
          <fieldset key={field} className={styles.field}>
            <legend>{label(field)}</legend>
            <Check type="radio" name={field} checked={!mine.has(field)} onChange={() => pick(field, false)}>
              {show(field, theirs)}
              <small className="dim"> {name}</small>
            </Check>
            <Check type="radio" name={field} checked={mine.has(field)} onChange={() => pick(field, true)}>
              {show(field, own)}
              <small className="dim"> {t('CONFLICT.MINE')}</small>
            </Check>
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
