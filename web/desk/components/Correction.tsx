import { lazy, Suspense, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import type { Outcome } from '@desk/api/words'
import { useLanguage } from '@desk/i18n/language'
import { outcomeTexts } from '@desk/lib/texts'

/** Time for which an author can correct an entry. */
const correctableMs = 3_600_000

interface Written {
  at: string
  actor: { id: string | null } | null
}

/** Whether a member may still correct an entry of a timeline. */
export const isCorrectable = ({ at, actor }: Written, me: { id: string }, now: Date): boolean =>
  actor?.id === me.id && Number(now) - Date.parse(at) < correctableMs

/** Its form is no part of a screen's first load. */
const Dialog = lazy(() => import('./CorrectNoteDialog'))

/** Corrects an entry of one's own. */
export const CorrectNoteDialog = (dialog: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>
    <Dialog {...dialog} />
  </Suspense>
)

interface FormerProps {
  texts: readonly { text: string; outcome?: Outcome | null; until: string }[]
}

/** Previous text of a corrected entry. */
export function Former({ texts }: FormerProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <details className="small dim">
      <summary>{t('TIMELINE.CORRECTED')}</summary>
      {texts.map(({ text, outcome, until }) => (
        <p key={until}>
          {[outcome ? t(outcomeTexts[outcome]) : '', text].filter(Boolean).join(': ')} <time>({formatShortDateTime(until, language)})</time>
        </p>
      ))}
    </details>
  )
}
