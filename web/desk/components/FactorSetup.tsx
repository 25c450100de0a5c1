import { useMemo, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import type { ConfirmedFactor, NewSecondFactor } from '@desk/api/records'
import { confirmFactor } from '@desk/api/session-calls'
import { errorText } from '@desk/lib/errors'
import { Button } from '@shared/components/Button'
import { showToast } from '@shared/toasts'
import { CodeField } from './CodeField'
import { LinkButton } from './Links'
import styles from './FactorSetup.module.css'

/** Draws a QR code in the browser: the secret goes to no other server. */
function QrCode({ text, label }: { text: string; label: string }) {
  const path = useMemo(() => {
    const { data } = encode(text, { border: 0 })
    return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  }, [text])
  const size = useMemo(() => encode(text, { border: 0 }).size, [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className={styles.qr}>
      <path d={path} fill="currentColor" />
    </svg>
  )
}

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
        <QrCode text={factor.otpauthUri} label={t('ENROL.QR')} />
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
