import { useTranslation } from 'react-i18next'
import { useMe } from '@desk/api/session'
import { columnClass } from '@desk/components/RecordPage'
import { Screen } from '@desk/components/Screen'
import { roleTexts } from '@desk/lib/texts'
import { Devices } from './Devices'
import { Factors } from './Factors'
import styles from './Me.module.css'
import { Notifications } from './Notifications'
import { Profile } from './Profile'
import { Push } from './Push'

/** The own person: name, language, signature, second factors, devices, notifications, keys. */
export default function MeScreen() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <Screen title={t('NAV.ME')} aside={t(roleTexts[me.role])}>
      <div className={styles.columns}>
        <div className={columnClass}>
          <Profile key={me.version} />
          <Notifications />
          <Push />
        </div>
        <div className={columnClass}>
          <Factors />
          <Devices />
        </div>
      </div>
    </Screen>
  )
}
