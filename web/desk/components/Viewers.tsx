import { useTranslation } from 'react-i18next'
import type { RecordKind } from '@desk/api/words'
import { useViewers } from '@desk/lib/stream'
import { Avatar } from './Parts'
import styles from './Viewers.module.css'

/** Other staff who view a record now. */
export function Viewers({ kind, id }: { kind: RecordKind; id: string }) {
  const { t } = useTranslation()
  const viewers = useViewers(kind, id)
  const [first] = viewers
  if (first === undefined) return null
  return (
    <span className={styles.viewers} role="status">
      <Avatar person={first} />
      <span className="wide-only">
        {viewers.length === 1
          ? t(first.isEditing ? 'QUOTE.WRITES_TOO' : 'QUOTE.LOOKS_TOO', { name: first.name })
          : t('QUOTE.LOOK_TOO', { count: viewers.length })}
      </span>
    </span>
  )
}
