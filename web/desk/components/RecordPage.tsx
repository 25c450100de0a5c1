import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { listAddress } from '@desk/list/kept-place'
import { classes } from '@shared/components/classes'
import type { TextKey } from '@shared/text-key'
import { ButtonLink } from '@shared/components/Button'
import { Loaded, type LoadedProps } from './Loaded'
import { Skeleton } from '@shared/components/Skeleton'
import styles from './RecordPage.module.css'
import screen from './Screen.module.css'

interface RecordPageProps<Data> extends Pick<LoadedProps<Data>, 'query' | 'children'> {
  /** Name of the record while it loads. */
  label: string
  /** Message for a record that does not exist, or that this person may not read. */
  missing: { title: TextKey; text: TextKey }
  /** Above what loads. */
  bar?: ReactNode
}

/** The page of one record. */
export function RecordPage<Data>({ query, label, missing, bar, children }: RecordPageProps<Data>) {
  return (
    <Loaded
      query={query}
      missing={missing}
      className={styles.notice}
      frame={(content, isBusy) => (
        <section aria-label={label} aria-busy={isBusy} data-covers-tabs={bar !== undefined || undefined}>
          {bar}
          <div className={styles.loading}>{content}</div>
        </section>
      )}
      loading={
        <>
          <Skeleton width="40%" height={20} />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
        </>
      }
    >
      {children}
    </Loaded>
  )
}

/** Leads back to a list that is out of sight: on phones, unless a class name says where. */
export function BackLink({ href, className = 'phone-only' }: { href: string; className?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <ButtonLink variant="plain" square className={className} href={href} aria-label={t('COMMON.BACK')}>
      <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
    </ButtonLink>
  )
}

interface RecordFrameProps {
  label: string
  /** The list that the record is of. */
  list: { href: string; text: string }
  title: string
  /** In the bar, after the title. */
  bar?: ReactNode
  /** Below the bar, over the whole width. */
  above?: ReactNode
  /** Beside the work. */
  side: ReactNode
  isSideFirst?: boolean
  /** The buttons at the lower edge of phones. */
  dock?: ReactNode
  children: ReactNode
}

/** A record with its bar, the work, and the facts beside it. */
export function RecordFrame({ label, list, title, bar, above, side, isSideFirst = false, dock, children }: RecordFrameProps) {
  const back = listAddress(list.href)
  return (
    <section aria-label={label} data-covers-tabs className={styles.screen}>
      <header className={screen.bar}>
        <BackLink href={back} />
        <Link href={back} className={`${styles.crumb ?? ''} wide-only`}>
          {list.text}
        </Link>
        <span className="dim wide-only" aria-hidden="true">
          /
        </span>
        <h1 className="cut">{title}</h1>
        {bar}
      </header>
      {above}
      <div className={styles.split} data-side-first={isSideFirst || undefined}>
        <div className={styles.column}>{children}</div>
        {side}
      </div>
      <div className={classes(screen.dock, styles.dock, 'phone-only')}>{dock}</div>
    </section>
  )
}

/** Class name of blocks below each other. */
export const columnClass = styles.column

/** Class name of notes above the work. */
export const noticeClass = styles.notice
