import { Check } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { passSecondFactor, signOut } from '@desk/api/session-calls'
import { Button } from '@shared/components/Button'
import { LinkButton } from '@desk/components/Links'
import { CodeField } from '@desk/components/CodeField'
import { Field } from '@shared/components/Field'
import { Check as CheckField } from '@desk/components/Check'
import { errorText } from '@desk/lib/errors'
import { Frame } from './Frame'
import styles from './Frame.module.css'
import { pendingEmail } from './pending'

export default function SecondStepScreen() {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'code' | 'recovery'>('code')
  const [code, setCode] = useState('')
  const [rememberDevice, setRememberDevice] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const email = pendingEmail.get()

  const send = async (value: string) => {
    if (value.trim() === '' || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await passSecondFactor(kind === 'code' ? { code: value, rememberDevice } : { recoveryCode: value.trim() })
    } catch (failure) {
      setError(errorText(t, failure))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send(code)
  }
  const switchTo = (next: typeof kind) => {
    setKind(next)
    setCode('')
    setError(undefined)
  }

  const above = (
    <p className={styles.who}>
      <Check size={16} strokeWidth={1.5} aria-hidden="true" />
      {email !== '' && <span>{email}</span>}
      <LinkButton className="small" onClick={() => void signOut().catch(() => undefined)}>
        {t('SECOND_STEP.NOT_ME')}
      </LinkButton>
    </p>
  )
  const isCode = kind === 'code'
  return (
    <Frame
      title={t(isCode ? 'SECOND_STEP.TITLE' : 'SECOND_STEP.RECOVERY_TITLE')}
      lead={t(isCode ? 'SECOND_STEP.LEAD' : 'SECOND_STEP.RECOVERY_LEAD')}
      above={above}
      foot={t('SECOND_STEP.LOST')}
    >
      <form className={styles.fields} onSubmit={submit} noValidate>
        {isCode ? (
          <>
            <CodeField label={t('COMMON.CODE')} value={code} error={error} onChange={setCode} onComplete={(value) => void send(value)} />
            <CheckField checked={rememberDevice} onChange={(event) => setRememberDevice(event.target.checked)}>
              {t('SECOND_STEP.REMEMBER')}
            </CheckField>
          </>
        ) : (
          <Field
            isLarge
            label={t('SECOND_STEP.RECOVERY')}
            value={code}
            error={error}
            maxLength={9}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX"
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button variant="primary" size="large" type="submit" busy={isBusy}>
          {t('SECOND_STEP.ENTER')}
        </Button>
        <p className={styles.links}>
          <LinkButton onClick={() => switchTo(isCode ? 'recovery' : 'code')}>
            {t(isCode ? 'SECOND_STEP.USE_RECOVERY' : 'SECOND_STEP.USE_CODE')}
          </LinkButton>
        </p>
      </form>
    </Frame>
  )
}
