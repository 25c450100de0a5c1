import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { showToast } from '@shared/toasts'
import { query } from '@desk/api/client'
import { useMe } from '@desk/api/session'
import { Check } from '@desk/components/Check'
import { Block } from '@desk/components/Parts'
import { errorText } from '@desk/lib/errors'
import { hasPush, subscribe, subscriptionOf, unsubscribe } from '@desk/lib/push'
import styles from './Me.module.css'

/** Notices as push messages of this browser. The browser asks once the box is ticked. */
export function Push() {
  const { t } = useTranslation()
  const { id } = useMe()
  const { data } = useQuery(query('/desk/me/push'))
  const [isOn, setOn] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    subscriptionOf(id).then(
      (subscription) => setOn(subscription !== null),
      () => undefined,
    )
  }, [id])
  if (data === undefined) return null
  const { publicKey } = data
  const change = async (isWanted: boolean) => {
    if (publicKey === null) return
    if (!isWanted) {
      await unsubscribe(id)
      setOn(false)
    } else if (await subscribe(publicKey, id, t)) setOn(true)
    else showToast({ tone: 'error', text: t('PUSH.DENIED') })
  }
  const press = (isWanted: boolean) => {
    setBusy(true)
    change(isWanted)
      .catch((error: unknown) => showToast({ tone: 'error', text: errorText(t, error) }))
      .finally(() => setBusy(false))
  }
  return (
    <Block title={t('PUSH.TITLE')}>
      <p className={`${styles.lead ?? ''} dim`}>
        {t(publicKey === null ? 'PUSH.NOT_SET_UP' : hasPush() ? 'PUSH.TEXT' : 'PUSH.NOT_POSSIBLE')}
      </p>
      <Check checked={isOn} disabled={isBusy || publicKey === null || !hasPush()} onChange={({ target }) => press(target.checked)}>
        {t('PUSH.SWITCH')}
      </Check>
    </Block>
  )
}
