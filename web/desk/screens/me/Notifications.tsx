import { useTranslation } from 'react-i18next'
import { useMe } from '@desk/api/session'
import { notificationKinds } from '@desk/api/words'
import { Check } from '@desk/components/Check'
import { Block } from '@desk/components/Parts'
import { errorText } from '@desk/lib/errors'
import { notificationTexts } from '@desk/lib/texts'
import { showToast } from '@shared/toasts'
import styles from './Me.module.css'
import { useSaveMe } from './use-save-me'

export function Notifications() {
  const { t } = useTranslation()
  const me = useMe()
  const save = useSaveMe()
  const change = (changes: Parameters<typeof save>[0]) =>
    void save(changes).catch((error: unknown) => showToast({ tone: 'error', text: errorText(t, error) }))
  return (
    <>
      <Block title={t('ME.NOTIFICATIONS')}>
        <p className={`${styles.lead ?? ''} dim`}>{t('ME.NOTIFICATIONS_TEXT')}</p>
        <div className={styles.form}>
          {notificationKinds.map((kind) => (
            <Check
              key={kind}
              checked={me.notifications[kind]}
              onChange={({ target }) => change({ notifications: { ...me.notifications, [kind]: target.checked } })}
            >
              {t(notificationTexts[kind])}
            </Check>
          ))}
        </div>
      </Block>
      <Block title={t('KEYS.TITLE')}>
        <Check checked={me.shortcuts} onChange={({ target }) => change({ shortcuts: target.checked })}>
          {t('ME.SHORTCUTS')}
        </Check>
      </Block>
    </>
  )
}
