import { Popover } from '@base-ui/react/popover'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { formatShortDateTime } from '@shared/dates'
import { useInfiniteQuery, useQuery } from '@shared/query/use-query'
import { call, pages, query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Notice } from '@desk/api/records'
import { Loaded } from '@desk/components/Loaded'
import popups from '@desk/components/Popups.module.css'
import { useLanguage } from '@desk/i18n/language'
import { useKeys } from '@desk/lib/keys'
import { noticeTexts } from '@desk/lib/texts'
import { useChange } from '@desk/lib/use-change'
import styles from './Bell.module.css'

const pageSize = 30

const countQuery = query('/desk/notices/count')

type Read = { ids: string[] } | { all: true; until: string }

/** Opens the notices of the person; its count is of those that are unread. */
export function Bell({ isTab = false }: { isTab?: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const unread = useQuery({ ...countQuery, staleTime: Infinity }).data?.unread ?? 0
  useKeys([{ keys: 'g b', text: 'NOTICES.TITLE', run: () => setOpen(true) }])
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <button
            type="button"
            className={isTab ? undefined : styles.bell}
            aria-label={unread === 0 ? t('NOTICES.TITLE') : t('NOTICES.UNREAD', { count: unread })}
          >
            <BellIcon size={isTab ? 22 : 18} strokeWidth={1.5} aria-hidden="true" />
            {isTab && t('NOTICES.SHORT')}
            {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>}
          </button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner className={popups.positioner} align="start" sideOffset={4} collisionPadding={8}>
          <Popover.Popup className={styles.panel}>
            <Notices unread={unread} onClose={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Notices({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(pages('/desk/notices', { query: { limit: pageSize } }))
  const notices = list.data?.pages.flatMap(({ data }) => data) ?? []
  const { mutate: read, isPending } = useChange({
    send: (body: Read) => call('POST', '/desk/notices/read', { body }),
    onDone: (answer) => {
      queryClient.setQueryData(countQuery.queryKey, answer)
      return reload('/desk/notices')
    },
  })
  const newest = notices[0]
  return (
    <>
      <header className={styles.head}>
        <Popover.Title className={styles.title}>{t('NOTICES.TITLE')}</Popover.Title>
        <Button
          size="small"
          variant="plain"
          disabled={unread === 0 || newest === undefined || isPending}
          onClick={() => newest !== undefined && read({ all: true, until: newest.at })}
        >
          {t('NOTICES.READ_ALL')}
        </Button>
      </header>
      <Loaded query={list} loading={<p className={styles.empty} />} className={styles.empty}>
        {(_, notice) => (
          <>
            {notice}
            {notices.length === 0 ? (
              <EmptyState title={t('NOTICES.EMPTY')} text={t('NOTICES.EMPTY_TEXT')} />
            ) : (
              <ul className={styles.list}>
                {notices.map((row) => (
                  <NoticeRow
                    key={row.id}
                    notice={row}
                    onOpen={() => {
                      if (row.readAt === null) read({ ids: [row.id] })
                      onClose()
                    }}
                  />
                ))}
              </ul>
            )}
            {list.hasNextPage && (
              <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('NOTICES.OLDER')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const hrefOf = ({ kind: what, about: { kind, number }, offerId, quotes, orders }: Notice) => {
  if (what === 'workHandedOver' && quotes + orders > 1) return quotes > 0 ? '/quotes?assignee=me' : '/orders?assignee=me'
  return kind === 'order' ? `/orders/${number}` : offerId === null ? `/quotes/${number}` : `/quotes/${number}/offer/${offerId}`
}

/** The limit, the line above it and by how much. */
const excessText = ({ line, percent, allowed }: NonNullable<Notice['excess']>) =>
  [line === 0 ? 'NOTICES.OVER_SHARE' : 'NOTICES.OVER_LINE', { line, percent, allowed, by: Math.max(percent - allowed, 0) }] as const

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { kind, about, actor, at, readAt, quotes, orders, excess } = notice
  const isUnread = readAt === null
  return (
    <li>
      <Link href={hrefOf(notice)} className={styles.notice} data-unread={isUnread || undefined} onClick={onOpen}>
        <span>
          {isUnread && <span className="visually-hidden">{t('NOTICES.IS_UNREAD')}: </span>}
          {t(noticeTexts[kind], { name: actor?.name ?? '', quotes, orders })}
          {excess !== null && <span className="dim small"> · {t(...excessText(excess))}</span>}
        </span>
        <span className="dim">
          <span className="nowrap">{about.number}</span> · <span className="nowrap">{formatShortDateTime(at, language)}</span>
        </span>
      </Link>
    </li>
  )
}
