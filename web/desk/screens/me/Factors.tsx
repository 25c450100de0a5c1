import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDay } from '@shared/dates'
import { useQuery } from '@shared/query/use-query'
import { call, query } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { NewSecondFactor } from '@desk/api/records'
import { keepSession } from '@desk/api/session'
import { addFactor } from '@desk/api/session-calls'
import { Button } from '@shared/components/Button'
import { LinkButton } from '@desk/components/Links'
import { Dialog } from '@desk/components/Dialog'
import { FactorSetup } from '@desk/components/FactorSetup'
import { Loaded } from '@desk/components/Loaded'
import { Block } from '@desk/components/Parts'
import { RecoveryCodes } from '@desk/components/RecoveryCodes'
import { useLanguage } from '@desk/i18n/language'
import { useChange } from '@desk/lib/use-change'
import styles from './Me.module.css'

type Open = { kind: 'pair'; factor: NewSecondFactor } | { kind: 'codes'; codes: readonly string[] } | null

/** Second factors and recovery codes. */
export function Factors() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [open, setOpen] = useState<Open>(null)
  const factors = useQuery(query('/desk/me/second-factors'))
  const codes = useQuery(query('/desk/me/recovery-codes'))
  const { mutate: run } = useChange({ send: (work: () => Promise<void>) => work(), onDone: () => undefined })
  const reloadAll = () => reload('/desk/me/second-factors', '/desk/me/recovery-codes')
  const confirmed = factors.data?.filter(({ isConfirmed }) => isConfirmed) ?? []

  return (
    <Block
      title={t('ME.FACTORS')}
      aside={
        <LinkButton onClick={() => run(async () => setOpen({ kind: 'pair', factor: await addFactor(t('ENROL.NAME')) }))}>
          {t('ME.ADD_FACTOR')}
        </LinkButton>
      }
    >
      <Loaded query={factors}>{(_, notice) => notice}</Loaded>
      <ul className={styles.rows}>
        {confirmed.map(({ id, name, createdAt }) => (
          <li key={id}>
            <span>
              {name} <span className="dim small">{formatShortDay(createdAt, language)}</span>
            </span>
            {confirmed.length > 1 && (
              <Button
                size="small"
                variant="danger"
                aria-label={t('ME.REMOVE_OF', { name })}
                onClick={() =>
                  run(async () => {
                    await call('DELETE', '/desk/me/second-factors/{id}', { path: { id } })
                    await reloadAll()
                  })
                }
              >
                {t('COMMON.REMOVE')}
              </Button>
            )}
          </li>
        ))}
        <li>
          <span>{codes.data === undefined ? t('RECOVERY.CODES') : t('ME.CODES_LEFT', { count: codes.data.left })}</span>
          <Button
            size="small"
            onClick={() =>
              run(async () => {
                const { recoveryCodes } = await call('POST', '/desk/me/recovery-codes')
                setOpen({ kind: 'codes', codes: recoveryCodes })
                await reloadAll()
              })
            }
          >
            {t('ME.NEW_CODES')}
          </Button>
        </li>
      </ul>
      {open?.kind === 'pair' && (
        <Dialog
          title={t('ME.ADD_FACTOR')}
          onClose={() => setOpen(null)}
          actions={<Button onClick={() => setOpen(null)}>{t('COMMON.CANCEL')}</Button>}
        >
          <FactorSetup
            factor={open.factor}
            onConfirmed={({ session, recoveryCodes }) => {
              keepSession(session)
              setOpen(recoveryCodes === null ? null : { kind: 'codes', codes: recoveryCodes })
              void reloadAll()
            }}
          />
        </Dialog>
      )}
      {open?.kind === 'codes' && (
        // Not closed by a press outside: the codes are shown once.
        <Dialog title={t('RECOVERY.TITLE')} description={t('RECOVERY.LEAD')} onClose={() => undefined} actions={null}>
          <RecoveryCodes codes={open.codes} onDone={() => setOpen(null)} />
        </Dialog>
      )}
    </Block>
  )
}
