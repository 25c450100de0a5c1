import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { desk } from '@desk/api/client'
import { hasKey } from '@desk/api/error'
import { queryKeys } from '@desk/api/keys'
import { queryClient } from '@desk/api/query-client'
import { keepSession } from '@desk/api/session'
import { addFactor } from '@desk/api/session-calls'
import type { NewSecondFactor, SecondFactor } from '@desk/api/types'
import { Button, LinkButton } from '@desk/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { FactorSetup } from '@desk/components/FactorSetup'
import { Block, LoadError } from '@desk/components/Parts'
import { RecoveryCodes } from '@desk/components/RecoveryCodes'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { formatShortDay } from '@desk/lib/times'
import { showToast } from '@desk/lib/toasts'
import styles from './Me.module.css'

type Open = { kind: 'pair'; factor: NewSecondFactor } | { kind: 'codes'; codes: readonly string[] } | null

/** Second factors and recovery codes. */
export function Factors() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [open, setOpen] = useState<Open>(null)
  const factors = useQuery({ queryKey: queryKeys.factors, queryFn: () => desk.get<SecondFactor[]>('me/second-factors') })
  const codes = useQuery({
    queryKey: queryKeys.recoveryCodes,
    queryFn: () => desk.get<{ left: number; createdAt: string | null }>('me/recovery-codes'),
  })
  const run = (call: () => Promise<void>) =>
    void call().catch((error: unknown) => {
      // Giving the step-up up is no failure.
      if (!hasKey(error, 'DESK.STEP_UP')) showToast({ tone: 'error', text: errorText(t, error) })
    })
  const reload = () => queryClient.invalidateQueries({ queryKey: ['me'] })
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
      {factors.isError && <LoadError onRetry={() => void factors.refetch()} />}
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
                    await desk.send<null>('DELETE', `me/second-factors/${id}`)
                    await reload()
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
                const { recoveryCodes } = await desk.send<{ recoveryCodes: string[] }>('POST', 'me/recovery-codes', { body: {} })
                setOpen({ kind: 'codes', codes: recoveryCodes })
                await reload()
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
              void reload()
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
