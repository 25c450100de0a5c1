import { Component, type ReactNode } from 'react'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { t } from '@/lib/i18n/instance'
import type { TextKey } from '@shared/text-key'

declare global {
  interface Window {
    /**
     * Defined in `index.html`, which needs it before any module runs. Reloads the page, unless that was done within the last minute
     * if it is not repeatable: code of an older build is gone after a release, and a new page names the present code. The page stays
     * if the server does not answer, as the browser's own error page helps nobody.
     */
    reloadPage?: (isRepeatable: boolean, onOffline?: () => void) => void
  }
}

/** Keeps the rest of the page if a screen throws or its code does not load, and then reloads the page once. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: TextKey | '' }> {
  override state: { failure: TextKey | '' } = { failure: '' }

  static getDerivedStateFromError(): { failure: TextKey } {
    return { failure: 'COMMON.CRASH' }
  }

  override componentDidCatch(): void {
    this.reload(false)
  }

  private readonly reload = (isRepeatable: boolean) => window.reloadPage?.(isRepeatable, () => this.setState({ failure: 'COMMON.OFFLINE' }))

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === '') return this.props.children
    return (
      <div className="container section">
        <EmptyState title={t(failure)}>
          <Button variant="primary" onClick={() => this.reload(true)}>
            {t('COMMON.RELOAD')}
          </Button>
        </EmptyState>
      </div>
    )
  }
}
