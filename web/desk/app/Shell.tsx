import { ExternalLink, Keyboard, LogOut, Menu as MenuIcon, Search, UserRound } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Route, Switch, useLocation } from 'wouter'
import { Mark } from '@shared/components/Mark'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { queryClient } from '@desk/api/query-client'
import { useMay, useMe } from '@desk/api/session'
import type { Permission } from '@desk/api/words'
import { signOut } from '@desk/api/session-calls'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { Lozenge } from '@shared/components/Status'
import { Avatar, Note } from '@desk/components/Parts'
import { errorText } from '@desk/lib/errors'
import { isCommand, useKeyListener, useKeys } from '@desk/lib/keys'
import { fullName } from '@desk/lib/names'
import { useOnline } from '@desk/lib/online'
import { flushOutbox, useOutbox } from '@desk/lib/outbox'
import { openStream } from '@desk/lib/stream'
import { roleTexts } from '@desk/lib/texts'
import { useMatches } from '@desk/lib/use-matches'
import { handheld } from '@shared/media'
import { showToast } from '@shared/toasts'
import { Bell } from './Bell'
import { loadedAhead } from './loaded-ahead'
import { navigation, screens, type NavigationRow, type Screen } from './screens'
import styles from './Shell.module.css'

/** Pause before the code of other screens is loaded, in milliseconds: the first one goes first. */
const aheadMs = 1_000

const palette = loadedAhead(() => import('./Palette'))
const keyMap = loadedAhead(() => import('./KeyMapDialog'))

/** Rows that the phone's bar shows before its last two, the bell and "more". */
const tabs = 3

function useRows(): readonly (readonly NavigationRow[])[] {
  const { permissions } = useMe()
  return navigation.map((group) => group.filter(({ permission }) => permissions.includes(permission))).filter((group) => group.length > 0)
}

/** The frame of the desk behind a complete session. */
export function Shell() {
  const { t } = useTranslation()
  const me = useMe()
  const groups = useRows()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const isHandheld = useMatches(handheld)

  useEffect(openStream, [])
  useEffect(() => {
    import('@desk/lib/push').then(({ renewPush }) => renewPush(me.id, t)).catch(() => undefined)
  }, [me.id, t])
  useScreensAhead(me.permissions)
  useOutboxSender(me.id)
  useKeyListener(me.shortcuts)
  useKeys([
    ...groups.flat().map(({ path, text, key }) => ({ keys: `g ${key}`, text, run: () => navigate(path) })),
    { keys: '?', text: 'KEYS.TITLE' as const, run: () => setOpen('keys') },
  ])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCommand(event, 'k')) return
      event.preventDefault()
      setOpen('palette')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const [path] = useLocation()
  useLayoutEffect(() => {
    // A list that is returned to goes to its place afterwards.
    const main = document.getElementById('main')
    if (main !== null) main.scrollTop = 0
  }, [path])

  return (
    <>
      <a className={styles.skip} href="#main">
        {t('NAV.SKIP')}
      </a>
      <div className={styles.desk}>
        <aside className={styles.side} aria-label={t('SIGN_IN.DESK')}>
          <div className={styles.head}>
            <Link className={styles.brand} href="/">
              <Mark size={24} />
              <span className={styles.word}>Şəbəkə</span>
            </Link>
            {!isHandheld && <Bell />}
          </div>
          <button type="button" className={styles.find} onClick={() => setOpen('palette')}>
            <Search size={18} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.word}>{t('NAV.SEARCH')}</span>
            <kbd className={styles.word}>Ctrl K</kbd>
          </button>
          <nav aria-label={t('NAV.LABEL')}>
            {groups.map((group) => (
              <div key={group[0]?.path} className={styles.nav}>
                {group.map((row) => (
                  <NavigationLink key={row.path} row={row} />
                ))}
              </div>
            ))}
          </nav>
          <div className={styles.foot}>
            {/* The shop is another app: a full page load. */}
            <a className={styles.shop} href="/" target="_blank" rel="noreferrer">
              <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
              <span className={styles.word}>{t('NAV.SHOP')}</span>
            </a>
            <PersonMenu onKeys={() => setOpen('keys')} />
          </div>
        </aside>
        <main className={styles.main} id="main" tabIndex={-1}>
          <OfflineLine />
          <Suspense fallback={null}>
            <Switch>
              {screens.map((screen) => (
                <Route key={String(screen.path)} path={screen.path}>
                  <Guarded screen={screen} />
                </Route>
              ))}
              <Route>
                <Missing title={t('NAV.NOT_FOUND')} text={t('NAV.NOT_FOUND_TEXT')} />
              </Route>
            </Switch>
          </Suspense>
        </main>
      </div>
      <TabBar onSearch={() => setOpen('palette')} hasBell={isHandheld} />
      <Suspense fallback={null}>
        {open === 'palette' && <palette.Page onClose={() => setOpen(null)} />}
        {open === 'keys' && <keyMap.Page onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

/** Loads the code of the screens that the person may open, once the first one is there. */
function useScreensAhead(permissions: readonly Permission[]): void {
  useEffect(() => {
    const load = async () => {
      await Promise.all([palette.load(), keyMap.load()])
      for (const { permission, page } of screens) {
        if (permission === undefined || permissions.includes(permission)) await page.load()
      }
    }
    const timer = setTimeout(() => void load(), aheadMs)
    return () => clearTimeout(timer)
  }, [permissions])
}

function Guarded({ screen }: { screen: Screen }) {
  const { permission, page } = screen
  const { t } = useTranslation()
  const { permissions } = useMe()
  if (permission !== undefined && !permissions.includes(permission))
    return <Missing title={t('NAV.NO_PERMISSION')} text={t('NAV.ASK_OWNER')} />
  return <page.Page />
}

function Missing({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.missing}>
      <h1>{title}</h1>
      <p className="dim">{text}</p>
    </div>
  )
}

/** Number of quotes that are late or due today, for the sidebar. */
function useLateQuotes(): { late: number; due: number } {
  // Those who may read single quotes only, where they are mentioned, have no list.
  const may = useMay('quotes.create')
  const counts = useQuery({
    ...query('/desk/quotes/counts'),
    enabled: may,
    // Promises pass without an event.
    refetchInterval: 60_000,
  })
  if (counts.data === undefined) return { late: 0, due: 0 }
  const { toOrder, changeWanted, overdue, today, unanswered, new: added } = counts.data
  return { late: toOrder + changeWanted + overdue, due: today + unanswered + added }
}

function NavigationLink({ row: { path, text, icon: Icon } }: { row: NavigationRow }) {
  const { t } = useTranslation()
  const [location] = useLocation()
  const { late, due } = useLateQuotes()
  const count = path === '/quotes' ? late || due : 0
  return (
    <Link href={path} aria-current={isBelow(location, path) ? 'page' : undefined}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      {t(text)}
      {count > 0 && (
        <span className={styles.count} data-late={late > 0 || undefined}>
          {late > 0 && <Lozenge />}
          {count}
          <span className="visually-hidden"> {t(late > 0 ? 'NAV.LATE' : 'NAV.DUE')}</span>
        </span>
      )}
    </Link>
  )
}

const isBelow = (location: string, path: string) => location === path || location.startsWith(`${path}/`)

function TabBar({ onSearch, hasBell }: { onSearch: () => void; hasBell: boolean }) {
  const { t } = useTranslation()
  const [location, navigate] = useLocation()
  const { late } = useLateQuotes()
  const rows = useRows().flat()
  return (
    <nav className={styles.tabs} aria-label={t('NAV.TABS')}>
      {rows.slice(0, tabs).map(({ path, text, icon: Icon }) => (
        <Link key={path} href={path} aria-current={isBelow(location, path) ? 'page' : undefined}>
          <Icon size={22} strokeWidth={1.5} aria-hidden="true" />
          {t(text)}
          {path === '/quotes' && late > 0 && (
            <span className={styles.badge}>
              {late}
              <span className="visually-hidden"> {t('NAV.LATE')}</span>
            </span>
          )}
        </Link>
      ))}
      {hasBell && <Bell isTab />}
      <Menu
        trigger={
          <button type="button">
            <MenuIcon size={22} strokeWidth={1.5} aria-hidden="true" />
            {t('NAV.MORE')}
          </button>
        }
      >
        {rows.slice(tabs).map(({ path, text }) => (
          <MenuItem key={path} onPick={() => navigate(path)}>
            {t(text)}
          </MenuItem>
        ))}
        <MenuItem onPick={onSearch}>{t('NAV.SEARCH')}</MenuItem>
        <MenuItem onPick={() => navigate('/me')}>{t('NAV.ME')}</MenuItem>
        <MenuLine />
        <MenuItem onPick={() => void leave(t('ERRORS.UNKNOWN'))}>{t('NAV.SIGN_OUT')}</MenuItem>
      </Menu>
    </nav>
  )
}

async function leave(failed: string): Promise<void> {
  try {
    await signOut()
    // The next person of this browser sees nothing of it.
    queryClient.clear()
  } catch {
    showToast({ tone: 'error', text: failed })
  }
}

function PersonMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const [, navigate] = useLocation()
  const name = fullName(me)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.me}>
          <Avatar person={{ id: me.id, name }} isOwn />
          <span className={styles.word}>
            <b className="cut">{name}</b>
            <span className="dim">{t(roleTexts[me.role])}</span>
          </span>
        </button>
      }
    >
      <MenuItem onPick={() => navigate('/me')}>
        <UserRound size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('NAV.ME')}
      </MenuItem>
      <MenuItem onPick={onKeys}>
        <Keyboard size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('KEYS.TITLE')}
        <kbd className="push">?</kbd>
      </MenuItem>
      <MenuLine />
      <MenuItem onPick={() => void leave(t('ERRORS.UNKNOWN'))}>
        <LogOut size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('NAV.SIGN_OUT')}
      </MenuItem>
    </Menu>
  )
}

function OfflineLine() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const me = useMe()
  const waiting = useOutbox((state) => state.waiting).filter(({ by }) => by === me.id).length
  if (isOnline && waiting === 0) return null
  return (
    <Note tone="amber" role="status" className={styles.offline}>
      {isOnline ? t('OFFLINE.SENDING', { count: waiting }) : t('OFFLINE.LINE')}
      {!isOnline && waiting > 0 && ` ${t('OFFLINE.WAITING', { count: waiting })}`}
    </Note>
  )
}

/** Sends what waits once there is a network again. */
function useOutboxSender(me: string): void {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const waiting = useOutbox((state) => state.waiting.length)
  useEffect(() => {
    if (!isOnline || waiting === 0) return
    const flush = () =>
      void flushOutbox(me, ({ number, body }, error) =>
        showToast({
          tone: 'error',
          text: `${number}: ${errorText(t, error)}`,
          action: { label: t('COMMON.COPY'), run: () => void navigator.clipboard.writeText(body.text) },
        }),
      )
    flush()
    // A network that answers nothing is tried again.
    const timer = setInterval(flush, 15_000)
    return () => clearInterval(timer)
  }, [isOnline, waiting, me, t])
}
