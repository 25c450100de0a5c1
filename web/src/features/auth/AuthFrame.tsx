import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import { useGuestCart } from '@/lib/cart/state'
import { usePageTitle } from '@/lib/page-title'
import styles from './AuthFrame.module.css'

interface AuthFrameProps {
  title: string
  lead?: string
  children?: ReactNode
}

/** Title, breadcrumb and lead of the authentication screens. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: title }]} />
      <h1>{title}</h1>
      {lead !== undefined && <p className="title-lead">{lead}</p>}
      <KeptNote />
      <div className={styles.content}>{children}</div>
    </div>
  )
}

/** Says that the products which a guest has added wait for the sign-in. */
function KeptNote() {
  const { t } = useTranslation()
  const lines = useGuestCart((state) => state.lines)
  if (lines.length === 0) return null
  return (
    <p role="status" className={styles.kept}>
      {t('AUTH.KEPT', { names: lines.map(({ name }) => name).join(', ') })}
    </p>
  )
}
