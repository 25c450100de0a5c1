import { Component, type ReactNode } from 'react'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { t } from '@/lib/i18n/instance'
import { reloadOnce } from '@/lib/reload'

/** Keeps the rest of the page if a screen throws or its code does not load, and then reloads the page once. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(): void {
    reloadOnce()
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="container section">
        <EmptyState title={t('COMMON.CRASH')}>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('COMMON.RELOAD')}
          </Button>
        </EmptyState>
      </div>
    )
  }
}
