import { readCookie } from '@shared/api/transport'
import { queryClient } from '@desk/api/query-client'
import { csrfCookie, dropSession, useSession, validateSession } from '@desk/api/session'
import { startKeeping, stopKeeping } from './kept'
import { closeOutbox, openOutbox } from './outbox'

type Message = 'changed' | 'signed-out'

/** Tells the other tabs of this browser that the session has begun or ended. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('desk-session') : null

const personOf = ({ session }: ReturnType<typeof useSession.getState>) => (session?.step === 'done' ? (session.staff?.id ?? null) : null)

/**
 * Forgets what belongs to a person, loaded answers included, when the session ends or another person signs in, in all tabs of the
 * browser. Returns a function that stops it.
 */
export function watchPerson(): () => void {
  let shown = personOf(useSession.getState())
  let token = readCookie(csrfCookie)
  if (shown !== null) startKeeping(shown)

  const unsubscribe = useSession.subscribe((state, before) => {
    const person = personOf(state)
    token = readCookie(csrfCookie)
    if (person === shown && before.status !== 'unknown') return
    const isSignedOut = state.status === 'none' && state.end === null
    if (shown !== null) {
      queryClient.clear()
      tabs?.postMessage((isSignedOut ? 'signed-out' : 'changed') satisfies Message)
    }
    if (person === null) {
      stopKeeping({ setAside: !isSignedOut })
      closeOutbox()
    } else {
      startKeeping(person)
      openOutbox(person)
      if (shown === null && before.status !== 'unknown') tabs?.postMessage('changed' satisfies Message)
    }
    shown = person
  })
  const validate = () => void validateSession().catch(() => undefined)
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'signed-out') dropSession(null)
    else validate()
  }
  // A tab that the browser froze, or a page that it kept whole for Back, missed all messages meanwhile.
  const onShow = () => {
    if (document.visibilityState === 'visible' && shown !== null && token !== readCookie(csrfCookie)) validate()
  }
  tabs?.addEventListener('message', onMessage)
  document.addEventListener('visibilitychange', onShow)
  window.addEventListener('pageshow', onShow)
  return () => {
    unsubscribe()
    tabs?.removeEventListener('message', onMessage)
    document.removeEventListener('visibilitychange', onShow)
    window.removeEventListener('pageshow', onShow)
  }
}
