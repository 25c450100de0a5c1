import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { call, query } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import { Button, LinkButton } from '@desk/components/Button'
import { Loaded } from '@desk/components/Loaded'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { formatMoment } from '@desk/lib/times'
import { showToast } from '@desk/lib/toasts'
import styles from './Me.module.css'

/** Devices that are not asked for a code for 14 days. */
export function Devices() {
  const { t } = useTranslation()
  const language = useLanguage()
  const devices = useQuery(query('/desk/me/devices'))
  const remove = async (id: string | null) => {
    try {
      if (id === null) await call('DELETE', '/desk/me/devices')
      else await call('DELETE', '/desk/me/devices/{id}', { path: { id } })
      await reload('/desk/me/devices')
    } catch (error) {
      showToast({ tone: 'error', text: errorText(t, error) })
    }
  }
  const all = devices.data ?? []
  return (
    <Block
      title={t('ME.DEVICES')}
      aside={all.length > 1 && <LinkButton onClick={() => void remove(null)}>{t('ME.REMOVE_ALL')}</LinkButton>}
    >
      <Loaded query={devices}>
        {(_, notice) => (
          <>
            {notice}
            {all.length === 0 && <p className="dim">{t('ME.NO_DEVICES')}</p>}
            <ul className={styles.rows}>
              {all.map(({ id, name, lastUsedAt, isCurrent }) => (
                <li key={id}>
                  <span>
                    {name} <span className="dim small">{isCurrent ? t('ME.THIS_DEVICE') : formatMoment(lastUsedAt, language)}</span>
                  </span>
                  <Button size="small" variant="danger" aria-label={t('ME.REMOVE_OF', { name })} onClick={() => void remove(id)}>
                    {t('COMMON.REMOVE')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Block>
  )
}
