import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '@shared/api/error'
import type { ConfirmedFactor, NewSecondFactor } from '@desk/api/records'
import { keepSession } from '@desk/api/session'
import { addFactor, requestEnrolmentLink } from '@desk/api/session-calls'
import { Button } from '@shared/components/Button'
import { FactorSetup } from '@desk/components/FactorSetup'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { Note } from '@desk/components/Parts'
import { RecoveryCodes } from '@desk/components/RecoveryCodes'
import { errorText } from '@desk/lib/errors'
import { Frame } from './Frame'
import { pendingEmail } from './pending'

/** The first second factor of a person, which each role must have; `token` is that of a mailed link, else empty. */
export default function EnrolScreen({ token }: { token: string }) {
  const { t } = useTranslation()
  const [factor, setFactor] = useState<NewSecondFactor | null>(null)
  const [confirmed, setConfirmed] = useState<ConfirmedFactor | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // One factor for each try and link: effects run twice in development.
  const started = useRef('')

  useEffect(() => {
    const attempt = `${String(tries)} ${token}`
    if (started.current === attempt) return
    started.current = attempt
    addFactor(t('ENROL.NAME'), token).then((added) => {
      setFailure(null)
      setFactor(added)
    }, setFailure)
  }, [tries, token, t])

  const needsLink = hasKey(failure, 'DESK.ENROLMENT_LINK')
  if (needsLink || hasKey(failure, 'DESK.ENROLMENT_DEAD')) return <LinkRequest isDead={!needsLink} />

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
      {failure !== null && (
        <ErrorPane
          text={t('COMMON.LOAD_ERROR')}
          onRetry={() => {
            setFailure(null)
            setTries(tries + 1)
          }}
        />
      )}
      {factor === null ? failure === null && <Skeleton width="168px" height={168} /> : <FactorSetup factor={factor} onConfirmed={finish} />}
    </Frame>
  )
}

/** The password alone does not set the second factor up: the person asks for a link by mail. */
function LinkRequest({ isDead }: { isDead: boolean }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await requestEnrolmentLink()
      setSent(true)
    } catch (failure) {
      setError(errorText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame title={t('ENROL.TITLE')} lead={t(isDead ? 'ENROL.LINK_DEAD' : 'ENROL.LINK_LEAD')}>
      {isSent && <Note role="status">{t('ENROL.LINK_SENT', { email: pendingEmail.get() })}</Note>}
      {error !== undefined && (
        <Note tone="ruby" role="alert">
          {error}
        </Note>
      )}
      <Button variant="primary" size="large" busy={isBusy} onClick={() => void send()}>
        {t('ENROL.LINK_SEND')}
      </Button>
    </Frame>
  )
}
