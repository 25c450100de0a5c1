import { Menu, Search, ShoppingBag } from 'lucide-react'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { classes } from '@shared/components/classes'
import { IconButton } from '@shared/components/IconButton'
import { openedPart } from '@/components/part'
import { useCartCount } from '@/lib/cart/query'
import { openCart } from '@/stores/cart-drawer'
import { AccountMenu } from './AccountMenu'
import { Logo } from './Logo'
import { Navigation } from './Navigation'
import { SelectionLink } from './SelectionLink'
import styles from './SiteHeader.module.css'
import { TopBar } from './TopBar'
import { useHeader } from './use-header'

const Sidebar = openedPart(
  () => import('./Sidebar'),
  ({ onClose }) => onClose(),
)
const SearchBar = openedPart(
  () => import('@/features/search/SearchBar'),
  ({ onClose }) => onClose(),
)

/** True while scrolling down, false while scrolling up. */
function useHiddenByScroll(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const current = window.scrollY
      if (Math.abs(current - last) < 8) return
      setHidden(current > last && current > 160)
      last = current
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return hidden
}

function CartButton() {
  const { t } = useTranslation()
  const count = useCartCount()
  return (
    <button
      type="button"
      className={styles.icon}
      aria-haspopup="dialog"
      aria-label={count > 0 ? t('NAV.CART_COUNT', { count }) : t('NAV.CART')}
      onClick={openCart}
    >
      <ShoppingBag size={24} strokeWidth={1.5} aria-hidden="true" />
      {count > 0 && (
        <span className={`count ${styles.count ?? ''}`} aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  )
}

export function SiteHeader() {
  const { t } = useTranslation()
  const [path] = useLocation()
  const header = useHeader()
  const hidden = useHiddenByScroll()
  const { open, change } = header
  const closeSearch = useCallback(() => change('search', false), [change])
  const closeSidebar = useCallback(() => change('sidebar', false), [change])

  // Navigation closes search and sidebar.
  useEffect(() => {
    change('search', false)
    change('sidebar', false)
  }, [path, change])

  return (
    <header className={styles.header} data-hidden={(hidden && open === null) || undefined}>
      <TopBar header={header} />
      <div className={styles.bar}>
        <div className={classes('container', styles.row)}>
          <Logo />
          {open === 'search' ? <SearchBar onClose={closeSearch} /> : <Navigation header={header} />}
          <div className={styles.icons}>
            <SelectionLink />
            {open !== 'search' && (
              <IconButton label={t('SEARCH.OPEN')} className={styles.wide} onClick={() => change('search', true)}>
                <Search size={24} strokeWidth={1.5} aria-hidden="true" />
              </IconButton>
            )}
            <AccountMenu header={header} />
            <CartButton />
            <IconButton
              label={t('NAV.OPEN_MENU')}
              aria-haspopup="dialog"
              className={styles.narrow}
              onClick={() => startTransition(() => change('sidebar', true))}
            >
              <Menu size={24} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      </div>
      {open === 'sidebar' && <Sidebar onClose={closeSidebar} />}
    </header>
  )
}
