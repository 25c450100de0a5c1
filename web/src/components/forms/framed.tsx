import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenFrame } from '@/components/ScreenFrame'
import type { TextKey } from '@/lib/text-key'

/** Returns a screen that shows its title while the code of its form (20 kB with validation) loads. */
export function framed(title: TextKey, load: () => Promise<{ default: ComponentType }>, lead?: TextKey): ComponentType {
  // Without a waterfall; the lazy screen loads again after a failure and shows the error.
  const first = load()
  first.catch(() => undefined)
  const Screen = lazy(() => first.catch(load))
  return function FramedScreen() {
    const { t } = useTranslation()
    return (
      <Suspense fallback={<ScreenFrame title={t(title)} lead={lead && t(lead)} />}>
        <Screen />
      </Suspense>
    )
  }
}
