import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfirmedFactor, NewSecondFactor } from '@desk/api/records'
import { keepSession } from '@desk/api/session'
import { addFactor } from '@desk/api/session-calls'
import { FactorSetup } from '@desk/components/FactorSetup'
import { LoadError, Skeleton } from '@desk/components/Parts'
import { RecoveryCodes } from '@desk/components/RecoveryCodes'
import { Frame } from './Frame'

/** The first second factor of a person, which each role must have. */
export default function EnrolScreen() {
  const { t } = useTranslation()
  const [factor, setFactor] = useState<NewSecondFactor | null>(null)
  const [confirmed, setConfirmed] = useState<ConfirmedFactor | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // One factor for each try: effects run twice in development.
  const started = useRef(-1)

  useEffect(() => {
    if (started.current === tries) return
    started.current = tries
    addFactor(t('ENROL.NAME')).then(setFactor, () => setFailed(true))
  }, [tries, t])

  if (confirmed?.recoveryCodes) {
    return (
      <Frame title={t('RECOVERY.TITLE')} lead={t('RECOVERY.LEAD')}>
        <RecoveryCodes codes={confirmed.recoveryCodes} onDone={() => keepSession(confirmed.session)} />
      </Frame>
    )
  }
  const finish = (done: ConfirmedFactor) => {
    if (done.recoveryCodes === null) keepSession(done.session)
    else setConfirmed(done)
  }
  return (
    <Frame title={t('ENROL.TITLE')} lead={t('ENROL.LEAD')} foot={t('ENROL.APPS')}>
      {hasFailed && (
        <LoadError
          onRetry={() => {
            setFailed(false)
            setTries(tries + 1)
          }}
        />
      )}
      {factor === null ? !hasFailed && <Skeleton width="168px" height={168} /> : <FactorSetup factor={factor} onConfirmed={finish} />}
    </Frame>
  )
}
