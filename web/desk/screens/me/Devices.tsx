import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { desk } from '@desk/api/client'
import { queryKeys } from '@desk/api/keys'
import { queryClient } from '@desk/api/query-client'
import type { Device } from '@desk/api/types'
import { Button, LinkButton } from '@desk/components/Button'
import { Block, LoadError } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { formatMoment } from '@desk/lib/times'
import { showToast } from '@desk/lib/toasts'
import styles from './Me.module.css'

/** Devices that are not asked for a code for 14 days. */
export function Devices() {
  const { t } = useTranslation()
  const language = useLanguage()
  const devices = useQuery({ queryKey: queryKeys.devices, queryFn: () => desk.get<Device[]>('me/devices') })
  const remove = async (path: string) => {
    try {
      await desk.send<null>('DELETE', path)
      await queryClient.invalidateQueries({ queryKey: queryKeys.devices })
    } catch (error) {
      showToast({ tone: 'error', text: errorText(t, error) })
    }
  }
  const all = devices.data ?? []
  return (
    <Block
      title={t('ME.DEVICES')}
      aside={all.length > 1 && <LinkButton onClick={() => void remove('me/devices')}>{t('ME.REMOVE_ALL')}</LinkButton>}
    >
      {devices.isError && <LoadError onRetry={() => void devices.refetch()} />}
      {devices.isSuccess && all.length === 0 && <p className="dim">{t('ME.NO_DEVICES')}</p>}
      <ul className={styles.rows}>
        {all.map(({ id, name, lastUsedAt, isCurrent }) => (
          <li key={id}>
            <span>
              {name} <span className="dim small">{isCurrent ? t('ME.THIS_DEVICE') : formatMoment(lastUsedAt, language)}</span>
            </span>
            <Button size="small" variant="danger" aria-label={t('ME.REMOVE_OF', { name })} onClick={() => void remove(`me/devices/${id}`)}>
              {t('COMMON.REMOVE')}
            </Button>
          </li>
        ))}
      </ul>
    </Block>
  )
}
