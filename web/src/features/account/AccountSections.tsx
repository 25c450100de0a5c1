import { LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { signOut } from '@/lib/sign-out'
import { showToast } from '@shared/toasts'
import styles from './AccountSections.module.css'
import { sectionPath, sectionIcons, sections, sectionTexts, type Section } from './sections'

/** Links to the sections and the sign-out button; a scrolling row on phones. */
export function AccountSections({ section }: { section: Section }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [signingOut, setSigningOut] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    // `scrollIntoView` would scroll the page as well.
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 20
  }, [section])

  const onSignOut = async () => {
    setSigningOut(true)
    try {
      await signOut(() => navigate('/login'))
    } catch {
      setSigningOut(false)
      showToast({ tone: 'error', text: t('ACCOUNT.SIGN_OUT_FAILED') })
    }
  }

  return (
    <nav aria-label={t('ACCOUNT.TITLE')}>
      <ul className={styles.list} ref={list}>
        {sections.map((candidate) => {
          const Icon = sectionIcons[candidate]
          return (
            <li key={candidate}>
              <Link href={sectionPath(candidate)} className={styles.item} aria-current={candidate === section ? 'page' : undefined}>
                <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
                {t(sectionTexts[candidate])}
              </Link>
            </li>
          )
        })}
        <li>
          <button type="button" className={styles.item} disabled={signingOut} onClick={() => void onSignOut()}>
            <LogOut size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('ACCOUNT.SIGN_OUT')}
          </button>
        </li>
      </ul>
    </nav>
  )
}
