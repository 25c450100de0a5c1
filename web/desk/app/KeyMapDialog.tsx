import { useTranslation } from 'react-i18next'
import { useMe } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { keyCap, useKeyMap } from '@desk/lib/keys'
import styles from './KeyMapDialog.module.css'

/** All keys of the open screen. */
export default function KeyMapDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { shortcuts } = useMe()
  const bindings = useKeyMap((state) => state.bindings)
  return (
    <Dialog
      title={t('KEYS.TITLE')}
      description={t(shortcuts ? 'KEYS.TEXT' : 'KEYS.OFF')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}
    >
      <dl className={styles.keys}>
        <div className={styles.row}>
          <dt>{t('KEYS.PALETTE')}</dt>
          <dd>
            <kbd>Ctrl K</kbd>
          </dd>
        </div>
        {bindings.map(
          ({ keys, text, shown = keys }) =>
            shown !== null && (
              <div key={keys} className={styles.row}>
                <dt>{t(text)}</dt>
                <dd>
                  {shown.split(' ').map((key) => (
                    <kbd key={key}>{keyCap(key)}</kbd>
                  ))}
                </dd>
              </div>
            ),
        )}
      </dl>
    </Dialog>
  )
}
