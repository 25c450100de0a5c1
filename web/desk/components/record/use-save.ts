import { useTranslation } from 'react-i18next'
import { showToast } from '@shared/toasts'
import type { AnyEditing } from '@desk/lib/editing'
import { errorText } from '@desk/lib/errors'

/** Saves what is typed, and tells how it went. Resolves to whether nothing is left to save. */
export function useSave({ store }: Pick<AnyEditing, 'store'>): () => Promise<boolean> {
  const { t } = useTranslation()
  return async () => {
    const isSaved = await store.save()
    const { failure } = store.getState()
    if (isSaved) showToast({ tone: 'done', text: t('COMMON.SAVED') })
    else if (failure !== null) showToast({ tone: 'error', text: errorText(t, failure) })
    return isSaved
  }
}
