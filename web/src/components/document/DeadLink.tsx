import { useTranslation } from 'react-i18next'
import { part } from '@/components/part'
import styles from './Document.module.css'

const LostLink = part(() => import('./LostLink'), undefined, <div className={styles.formSpace} />)

interface DeadLinkProps {
  title: string
  /** Further hints to find the link. */
  lost?: string
}

/** The page of a link that opens nothing, and the way to a new link. */
export function DeadLink({ title, lost }: DeadLinkProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.alone}>
      <h1>{title}</h1>
      <p className="lead">{t('LINK.DEAD')}</p>
      <LostLink />
      {lost !== undefined && <p className="second">{lost}</p>}
    </div>
  )
}

/**
 * The first view of a link without a token. A script of `index.html` shows it in place of the element before it, as no
 * server is sent the token.
 */
export function DeadLinkFirstView(props: DeadLinkProps) {
  return (
    <div id="dead-link" hidden>
      <DeadLink {...props} />
    </div>
  )
}
