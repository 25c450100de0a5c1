import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'

/** Shown for a page beyond the last one of a list, whose response is a 404. `first` is the address of its first page. */
export default function NoSuchPage({ first }: { first: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('COMMON.NO_PAGE')}>
      <ButtonLink href={first}>{t('COMMON.FIRST_PAGE')}</ButtonLink>
    </EmptyState>
  )
}
