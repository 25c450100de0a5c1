import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { stepUp } from '@desk/api/session-calls'
import { useStepUp } from '@desk/api/step-up'
import { errorText } from '@desk/lib/errors'
import { Button } from '@shared/components/Button'
import { LinkButton } from './Links'
import { CodeField } from './CodeField'
import { Dialog } from './Dialog'
import { Field } from '@shared/components/Field'

/** Asks for the code again before roles, exports and second factors; the call that needs it is then repeated. */
export function StepUpDialog() {
  const answer = useStepUp((state) => state.answer)
  return answer === null ? null : <OpenDialog answer={answer} />
}

function OpenDialog({ answer }: { answer: (accepted: boolean) => void }) {
  const { t } = useTranslation()
  const [isCode, setIsCode] = useState(true)
  const [value, setValue] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const send = async (code: string) => {
    if (code.trim() === '' || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await stepUp(isCode ? { code } : { recoveryCode: code.trim() })
      answer(true)
    } catch (failure) {
      setError(errorText(t, failure))
      setValue('')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The dialog lies in the form of another one where React's tree is asked.
    event.stopPropagation()
    void send(value)
  }
  return (
    <Dialog
      title={t('STEP_UP.TITLE')}
      description={t('STEP_UP.TEXT')}
      onClose={() => answer(false)}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('STEP_UP.CONFIRM')}
          </Button>
        </>
      }
    >
      {isCode ? (
        <CodeField label={t('COMMON.CODE')} value={value} error={error} onChange={setValue} onComplete={(code) => void send(code)} />
      ) : (
        <Field
          label={t('SECOND_STEP.RECOVERY')}
          value={value}
          error={error}
          maxLength={9}
          autoComplete="off"
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      <p>
        <LinkButton
          onClick={() => {
            setIsCode(!isCode)
            setValue('')
            setError(undefined)
          }}
        >
          {t(isCode ? 'SECOND_STEP.USE_RECOVERY' : 'SECOND_STEP.USE_CODE')}
        </LinkButton>
      </p>
    </Dialog>
  )
}
