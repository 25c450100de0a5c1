import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { Skeleton } from '@shared/components/Skeleton'
import { useQuery } from '@shared/query/use-query'
import { detailsQuery } from '@/lib/api/account-queries'
import { usePageTitle } from '@/lib/page-title'
import { useSession } from '@/lib/session'
import styles from './AccountPage.module.css'
import { AccountSections } from './AccountSections'
import { Greeting } from './dashboard/Greeting'
import { EmailNotice } from './EmailNotice'
import { sectionOf, sectionTexts, type Section } from './sections'
import { useAccountGuard } from './use-account-guard'

/** The code of a section loads when it is first shown. */
const contents: Readonly<Record<Section, ComponentType>> = {
  dashboard: lazy(() => import('./dashboard/DashboardSection')),
  'account-details': lazy(() => import('./details/DetailsSection')),
  orders: lazy(() => import('./orders/OrdersSection')),
  quotes: lazy(() => import('./quotes/QuotesSection')),
  addresses: lazy(() => import('./addresses/AddressesSection')),
  wishlist: lazy(() => import('./wishlist/WishlistSection')),
}

/** The account area; sections change without leaving the page. */
export default function AccountPage() {
  const { t } = useTranslation()
  const signedIn = useAccountGuard()
  const customer = useSession((state) => state.customer)
  const section = sectionOf(useSearch())
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(section)
  usePageTitle(t(sectionTexts[section]))

  useEffect(() => {
    if (shown.current !== section) title.current?.focus()
    shown.current = section
  }, [section])

  const hasNotice = section === 'dashboard' || section === 'account-details'
  const details = useQuery({ ...detailsQuery, enabled: signedIn })
  // The notice stands above the section, and would push it down if it came later.
  const isKnown = signedIn && (!hasNotice || details.data !== undefined || details.error !== null)
  const Content = contents[section]
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('ACCOUNT.TITLE') }]} />
      <h1 ref={title} tabIndex={-1} className={section === 'dashboard' ? styles.greeting : undefined}>
        {section === 'dashboard' && signedIn ? <Greeting /> : t(sectionTexts[section])}
      </h1>
      <div className={styles.columns}>
        <AccountSections section={section} />
        <div className={styles.content}>
          {isKnown && hasNotice && <EmailNotice />}
          {signedIn && (
            <div hidden={!isKnown}>
              <Suspense fallback={<Skeleton height={320} />}>
                <Content key={customer} />
              </Suspense>
            </div>
          )}
          {!isKnown && <Skeleton height={320} />}
        </div>
      </div>
    </div>
  )
}
