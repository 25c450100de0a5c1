import { keepPreviousData } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { dateInBaku, formatWeekdayAndDay, timeInBaku } from '@shared/dates'
import { handheld } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { Select } from '@shared/components/Field'
import { Skeleton } from '@shared/components/Skeleton'
import { query } from '@desk/api/client'
import { useMe } from '@desk/api/session'
import type { Role } from '@desk/api/words'
import { Loaded } from '@desk/components/Loaded'
import { Segment } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { useStores } from '@desk/lib/stores'
import { useMatches } from '@desk/lib/use-matches'
import { useNow } from '@desk/lib/use-now'
import { useTitle } from '@desk/lib/use-title'
import { Channels } from './Channels'
import { FirstAnswer } from './FirstAnswer'
import { Lath } from './Lath'
import { Deliveries, Orders } from './Orders'
import { Campaigns, Misses, Stock, Texts } from './Products'
import { Revenue } from './Revenue'
import { Sentence } from './Sentence'
import { Steps } from './Steps'
import styles from './Today.module.css'

/** Pause between two loads, in milliseconds: promises and steps pass without an event. */
const everyMs = 45_000

/** Age of figures that carry their time, in milliseconds. */
const oldMs = 60_000

/** Above so many stores, the choice among them is a list. */
const maxSegments = 3

type BlockName = 'steps' | 'orders' | 'revenue' | 'channels' | 'firstAnswer' | 'stock' | 'misses' | 'deliveries' | 'texts' | 'campaigns'

const ofManagers: readonly BlockName[] = [
  'steps',
  'orders',
  'revenue',
  'channels',
  'firstAnswer',
  'stock',
  'misses',
  'deliveries',
  'texts',
  'campaigns',
]

/** The blocks of a role in their order; the first of three is the widest. */
const blocksOf: Record<Role, readonly BlockName[]> = {
  owner: ofManagers,
  manager: ofManagers,
  sales: ['steps', 'orders'],
  warehouse: ['deliveries', 'stock'],
  editor: ['texts', 'campaigns', 'misses'],
}

/** Next tasks and delays. */
export default function TodayScreen() {
  const { t } = useTranslation()
  useTitle(t('NAV.TODAY'))
  const { role } = useMe()
  const [, navigate] = useLocation()
  const address = new URLSearchParams(useSearch())
  const mayChoose = role === 'owner' || role === 'manager'
  const store = mayChoose ? (address.get('store') ?? '') : ''
  const today = useQuery({
    ...query('/desk/today', { query: { store } }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  const show = (name: string, value: string) => {
    const next = new URLSearchParams(address)
    if (value === '') next.delete(name)
    else next.set(name, value)
    navigate(next.size === 0 ? '/' : `/?${next.toString()}`, { replace: true })
  }
  const retry = () => void today.retry()

  return (
    <div className={styles.screen}>
      <Loaded query={today} loading={<Loading />}>
        {(figures, notice) => {
          const day = dateInBaku(figures.at)
          const block = { today: figures, onRetry: retry }
          const blocks: Record<BlockName, ReactNode> = {
            steps: (
              <Steps
                {...block}
                day={day}
                store={store}
                isMine={address.get('whose') === 'me'}
                onMine={(mine) => show('whose', mine ? 'me' : '')}
              />
            ),
            orders: <Orders {...block} day={day} />,
            revenue: <Revenue {...block} day={day} store={store} />,
            channels: <Channels {...block} day={day} store={store} />,
            firstAnswer: <FirstAnswer {...block} store={store} />,
            stock: <Stock {...block} />,
            misses: <Misses {...block} />,
            deliveries: <Deliveries {...block} day={day} />,
            texts: <Texts {...block} />,
            campaigns: <Campaigns {...block} day={day} />,
          }
          return (
            <>
              <header className={styles.head}>
                <div className={styles.headline}>
                  <Time at={figures.at} />
                  <Sentence today={figures} day={day} store={store} />
                </div>
                {mayChoose && <StoreChoice store={store} onPick={(next) => show('store', next)} />}
              </header>
              {notice}
              <Lath {...block} store={store} />
              <div className={styles.blocks}>
                {blocksOf[role].map((name) => (
                  <Fragment key={name}>{blocks[name]}</Fragment>
                ))}
              </div>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

function Time({ at }: { at: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const isOld = now.getTime() - new Date(at).getTime() > oldMs
  const time = isOld ? now.toISOString() : at
  return (
    <p className="dim">
      {formatWeekdayAndDay(time, language)}, {timeInBaku(time)}
      {isOld && <span className={styles.old}>{t('TODAY.AS_OF', { time: timeInBaku(at) })}</span>}
    </p>
  )
}

function StoreChoice({ store, onPick }: { store: string; onPick: (store: string) => void }) {
  const { t } = useTranslation()
  const { stores, nameOf } = useStores()
  const isHandheld = useMatches(handheld)
  if (stores.length < 2) return null
  const options = [{ value: '', text: t('CALENDAR.ALL_STORES') }, ...stores.map(({ id }) => ({ value: id, text: nameOf(id) }))]
  if (stores.length > maxSegments || isHandheld) {
    return (
      <Select label={t('TEAM.STORE')} isLabelHidden className={styles.store} value={store} onChange={({ target }) => onPick(target.value)}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    )
  }
  const [all, ...others] = options
  const short = all === undefined ? others : [{ ...all, text: t('QUOTES.ALL') }, ...others]
  return <Segment label={t('TEAM.STORE')} value={store} options={short} onPick={onPick} />
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <Skeleton width="60%" height={34} />
      <Skeleton width="100%" height={140} />
      <Skeleton width="100%" height={280} />
    </div>
  )
}
