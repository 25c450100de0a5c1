import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { useQuery } from '@shared/query/use-query'
import { call, query } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import { Button } from '@shared/components/Button'
import { LinkButton } from '@desk/components/Links'
import { Loaded } from '@desk/components/Loaded'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { useChange } from '@desk/lib/use-change'
import styles from './Me.module.css'

/** Devices that are not asked for a code for 14 days. */
export function Devices() {
  const { t } = useTranslation()
  const language = useLanguage()
  const devices = useQuery(query('/desk/me/devices'))
  const remove = useChange({
    send: (id: string | null) =>
      id === null ? call('DELETE', '/desk/me/devices') : call('DELETE', '/desk/me/devices/{id}', { path: { id } }),
    onDone: () => reload('/desk/me/devices'),
  })
  const all = devices.data ?? []
  return (
    <Block
      title={t('ME.DEVICES')}
      aside={all.length > 1 && <LinkButton onClick={() => remove.mutate(null)}>{t('ME.REMOVE_ALL')}</LinkButton>}
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
                    {name} <span className="dim small">{isCurrent ? t('ME.THIS_DEVICE') : formatShortDateTime(lastUsedAt, language)}</span>
                  </span>
                  <Button size="small" variant="danger" aria-label={t('ME.REMOVE_OF', { name })} onClick={() => remove.mutate(id)}>
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
