import { Component, type ReactNode } from 'react'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { t } from '@/lib/i18n/instance'
import { reloadOnce, reloadPage } from '@/lib/reload'

interface State {
  failed: boolean
  /** The server did not answer to a reload. */
  isOffline: boolean
}

/** Keeps the rest of the page if a screen throws or its code does not load, and then reloads the page once. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state = { failed: false, isOffline: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override componentDidCatch(): void {
    this.reload(reloadOnce)
  }

  private readonly reload = (reload: () => Promise<boolean>) => void reload().then((isOnline) => this.setState({ isOffline: !isOnline }))

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="container section">
        <EmptyState title={t(this.state.isOffline ? 'COMMON.OFFLINE' : 'COMMON.CRASH')}>
          <Button variant="primary" onClick={() => this.reload(reloadPage)}>
            {t('COMMON.RELOAD')}
          </Button>
        </EmptyState>
      </div>
    )
  }
}
