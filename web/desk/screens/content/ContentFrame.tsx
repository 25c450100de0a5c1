import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import screen from '@desk/components/Screen.module.css'
import { contentKinds, contentPath, type ContentKind } from '@desk/lib/content'
import { useTitle } from '@desk/lib/use-title'
import { Tabs } from '@desk/list/Tabs'
import styles from './Content.module.css'

interface ContentFrameProps {
  kind: ContentKind
  /** Whether a record is open, which covers the list on phones. */
  isOpen?: boolean
  actions?: ReactNode
  /** Left of the record. */
  list?: ReactNode
  children: ReactNode
}

/** The frame of all that the shop shows beside products: its parts above, the list left, the open record. */
export function ContentFrame({ kind, isOpen = false, actions, list, children }: ContentFrameProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const Title = isOpen ? 'p' : 'h1'
  useTitle(t('CONTENT.TITLE'))
  return (
    <div className={styles.content} data-open={isOpen || undefined}>
      <header className={`${screen.bar ?? ''} ${styles.top ?? ''}`}>
        <Title className={styles.title}>{t('CONTENT.TITLE')}</Title>
        <span className="push" />
        {actions}
      </header>
      <div className={styles.kinds}>
        <Tabs
          label={t('CONTENT.TITLE')}
          tabs={contentKinds.map(({ name, text }) => ({ name, text: t(text) }))}
          current={kind}
          onPick={(name) => navigate(contentPath(name))}
        />
      </div>
      {list === undefined ? (
        children
      ) : (
        <div className={styles.split}>
          {list}
          {children}
        </div>
      )}
    </div>
  )
}
