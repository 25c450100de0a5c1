import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfirmedFactor, NewSecondFactor } from '@desk/api/records'
import { confirmFactor } from '@desk/api/session-calls'
import { errorText } from '@desk/lib/errors'
import { Button } from '@shared/components/Button'
import { showToast } from '@shared/toasts'
import { CodeField } from './CodeField'
import { LinkButton } from './Links'
import { QrCode } from './QrCode'
import styles from './FactorSetup.module.css'

/** `JBSW Y3DP …`, easier to type. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface FactorSetupProps {
  factor: NewSecondFactor
  onConfirmed: (confirmed: ConfirmedFactor) => void
}

/** Pairs an authenticator app: its QR code, the secret as text, and the first code. */
export function FactorSetup({ factor, onConfirmed }: FactorSetupProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const send = async (value: string) => {
    if (value === '' || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      onConfirmed(await confirmFactor(factor.id, value))
    } catch (failure) {
      setError(errorText(t, failure))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const copy = async () => {
    await navigator.clipboard.writeText(factor.secret)
    showToast({ tone: 'done', text: t('ENROL.COPIED') })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send(code)
  }
  return (
    <form className={styles.box} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        {/* Drawn in the browser: the secret goes to no other server. */}
        <QrCode text={factor.otpauthUri} label={t('ENROL.QR')} className={styles.qr} />
        <p>
          <span className="dim">{t('ENROL.SECRET')}</span>
          <code className={styles.secret}>{inGroups(factor.secret)}</code>
          <span className={styles.ways}>
            <LinkButton onClick={() => void copy()}>{t('ENROL.COPY')}</LinkButton>
            {/* The app of this device. */}
            <a href={factor.otpauthUri}>{t('ENROL.OPEN_APP')}</a>
          </span>
        </p>
      </div>
      <CodeField label={t('ENROL.CODE')} value={code} error={error} onChange={setCode} onComplete={(value) => void send(value)} />
      <Button variant="primary" size="large" type="submit" busy={isBusy}>
        {t('ENROL.CONFIRM')}
      </Button>
    </form>
  )
}
