import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { t } from '@/lib/i18n/instance'
import { showToast } from '@shared/toasts'

interface OptionalProps {
  /** Shown while the code of the children loads. */
  fallback?: ReactNode
  onFail?: () => void
  children: ReactNode
}

/** Shows nothing in place of children that throw or whose code does not load. */
export class Optional extends Component<OptionalProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(): void {
    this.props.onFail?.()
  }

  override render(): ReactNode {
    const { fallback = null, children } = this.props
    return this.state.failed ? null : <Suspense fallback={fallback}>{children}</Suspense>
  }
}

/**
 * Returns a component whose code loads when it is first shown. If that fails, or if the component throws, it shows nothing
 * and the page around it stays; the next time it is mounted, it loads again. `fallback` is shown while the code loads.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  onFail?: (props: Props) => void,
  fallback?: ReactNode,
): ComponentType<Props> {
  const code = { Content: lazy(load) as ComponentType<Props> }
  return function Part(props: Props) {
    const { Content } = code
    const fail = () => {
      code.Content = lazy(load) as ComponentType<Props>
      onFail?.(props)
    }
    return (
      <Optional fallback={fallback} onFail={fail}>
        <Content {...props} />
      </Optional>
    )
  }
}

/** Says that a part of the page did not load, and offers to reload. */
export function offerReload(): void {
  const reload = { label: t('COMMON.RELOAD'), run: () => window.reloadPage?.(true) }
  showToast({ tone: 'error', text: t('COMMON.PART_FAILED'), action: reload })
}

/** Returns a component as `part` does, for what a visitor opens: if it fails, it closes, and a message offers to reload. */
export function openedPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void,
): ComponentType<Props> {
  const onFail = (props: Props) => {
    close(props)
    offerReload()
  }
  return part(load, onFail)
}
