import { Component, type ReactNode } from 'react'
import { i18n } from '@desk/i18n/setup'
import { Button } from '@shared/components/Button'
import { Note } from '@desk/components/Parts'
import styles from './App.module.css'

/** Replaces a screen that failed to render, or whose code did not load after a new release, by a way to reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className={styles.alone}>
        <Note tone="ruby" role="alert">
          <p>{i18n.t('ERRORS.BROKEN')}</p>
          <p>
            <Button size="small" onClick={() => window.location.reload()}>
              {i18n.t('ERRORS.RELOAD')}
            </Button>
          </p>
        </Note>
      </main>
    )
  }
}
