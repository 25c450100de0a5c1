import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isTransient } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { newPassword, password, personName } from '@shared/forms/schema'
import type { Invitation } from '@desk/api/records'
import { acceptInvitation, viewInvitation } from '@desk/api/session-calls'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { Note } from '@desk/components/Parts'
import { shownLanguage, useLanguage } from '@desk/i18n/language'
import { showLanguage } from '@desk/i18n/setup'
import { errorText } from '@desk/lib/errors'
import { useServerForm } from '@desk/lib/forms'
import { roleTexts } from '@desk/lib/texts'
import { Frame } from './Frame'
import styles from './Frame.module.css'
import { pendingEmail } from './pending'

const newAccount = z.object({ name: personName(), lastname: personName(), password: newPassword() })
const ownAccount = z.object({ name: z.string(), lastname: z.string(), password: password() })

/** The first visit, by the link of an invitation with this token. */
export default function WelcomeScreen({ token }: { token: string }) {
  const { t } = useTranslation()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => viewInvitation(token),
    retry: (failures, error) => failures < 2 && isTransient(error),
    staleTime: Infinity,
  })

  const { data, error, retry } = invitation
  if (data !== undefined) return <AcceptForm token={token} invitation={data} />
  if (error === null) {
    return (
      <Frame title={t('WELCOME.TITLE')}>
        <Skeleton width="100%" height={180} />
      </Frame>
    )
  }
  return (
    <Frame title={t('WELCOME.INVALID')}>
      {isTransient(error) ? (
        <ErrorPane text={t('COMMON.LOAD_ERROR')} onRetry={() => void retry()} />
      ) : (
        <Note tone="ruby" role="alert">
          {errorText(t, error)}
        </Note>
      )}
    </Frame>
  )
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { email, role, hasAccount } = invitation
  // The invitation was written in their language. They may choose another one here.
  const invitedIn = invitation.language
  useEffect(() => {
    if (invitedIn !== null && invitedIn !== shownLanguage()) void showLanguage(invitedIn).catch(() => undefined)
  }, [invitedIn])
  const { field, submit, failureText, isBusy } = useServerForm({
    schema: hasAccount ? ownAccount : newAccount,
    defaultValues: { name: invitation.name, lastname: invitation.lastname, password: '' },
  })
  const send = submit(async ({ name, lastname, password }) => {
    pendingEmail.set(email)
    await acceptInvitation({ token, password, language, ...(!hasAccount && { name, lastname }) })
  })
  return (
    <Frame
      title={t('WELCOME.TITLE')}
      lead={t(hasAccount ? 'WELCOME.LEAD_ACCOUNT' : 'WELCOME.LEAD', { email, role: t(roleTexts[role]) })}
      foot={t('WELCOME.NEXT_STEP')}
    >
      <form className={styles.fields} onSubmit={(event) => void send(event)} noValidate>
        {failureText !== undefined && (
          <Note tone="ruby" role="alert">
            {failureText}
          </Note>
        )}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        {!hasAccount && (
          <>
            <Field {...field('name')} isLarge label={t('COMMON.NAME')} autoComplete="given-name" />
            <Field {...field('lastname')} isLarge label={t('COMMON.LASTNAME')} autoComplete="family-name" />
          </>
        )}
        <Field
          {...field('password')}
          isLarge
          type="password"
          label={t(hasAccount ? 'WELCOME.OWN_PASSWORD' : 'WELCOME.NEW_PASSWORD')}
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
        />
        <Button variant="primary" size="large" type="submit" busy={isBusy}>
          {t('SIGN_IN.NEXT')}
        </Button>
      </form>
    </Frame>
  )
}
