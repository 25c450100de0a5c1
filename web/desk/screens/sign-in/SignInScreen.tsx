import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { email, password } from '@shared/forms/schema'
import type { TextKey } from '@shared/text-key'
import { useSession, type SessionEnd } from '@desk/api/session'
import { signIn } from '@desk/api/session-calls'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { Note } from '@desk/components/Parts'
import { useServerForm } from '@desk/lib/forms'
import { Frame } from './Frame'
import styles from './Frame.module.css'
import { pendingEmail } from './pending'

const schema = z.object({ email: email(), password: password() })

const endTexts = { expired: 'SIGN_IN.ENDED', step: 'SIGN_IN.STEP_LAPSED', owner: 'SIGN_IN.ENDED_BY_OWNER' } as const satisfies Record<
  SessionEnd,
  TextKey
>

export default function SignInScreen() {
  const { t } = useTranslation()
  const end = useSession((state) => state.end)
  const { field, submit, failureText, isBusy } = useServerForm({ schema, defaultValues: { email: '', password: '' } })

  const send = submit(async (values) => {
    // The second step shows it, and replaces this screen as soon as the session is there.
    pendingEmail.set(values.email)
    await signIn(values)
  })
  return (
    <Frame title={t('SIGN_IN.TITLE')} lead={t('SIGN_IN.LEAD')} foot={t('SIGN_IN.FORGOT')}>
      <form className={styles.fields} onSubmit={(event) => void send(event)} noValidate>
        {end !== null && failureText === undefined && <Note role="status">{t(endTexts[end])}</Note>}
        {failureText !== undefined && (
          <Note tone="ruby" role="alert">
            {failureText}
          </Note>
        )}
        <Field {...field('email')} isLarge type="email" label={t('COMMON.EMAIL')} autoComplete="username" autoCapitalize="none" />
        <Field {...field('password')} isLarge type="password" label={t('COMMON.PASSWORD')} autoComplete="current-password" />
        <Button variant="primary" size="large" type="submit" busy={isBusy}>
          {t('SIGN_IN.NEXT')}
        </Button>
      </form>
    </Frame>
  )
}
