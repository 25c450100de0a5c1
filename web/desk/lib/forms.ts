import { makeServerForm } from '@shared/forms/server-form'
import { errorText, keyText } from './errors'

export const useServerForm = makeServerForm({
  ofField: (t, key) => keyText(t, key) ?? t('ERRORS.INVALID'),
  ofFailure: errorText,
})
