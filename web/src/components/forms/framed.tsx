import { lazy, Suspense, use, type ComponentType } from 'react'
import { LoadingFrame } from '@/components/ScreenFrame'

/** Returns a screen that shows its title and lead while the code of its form (20 kB with validation) loads. */
export function framed(load: () => Promise<{ default: ComponentType }>): ComponentType {
  // Without a waterfall; the lazy screen loads again after a failure and shows the error.
  const first = load()
  first.catch(() => undefined)
  const Screen = lazy(() => first.catch(load))
  return function FramedScreen() {
    return (
      <Suspense fallback={use(LoadingFrame)}>
        <Screen />
      </Suspense>
    )
  }
}
