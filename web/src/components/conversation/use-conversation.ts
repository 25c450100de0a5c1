import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@shared/query/use-query'
import { readStored, writeStored } from '@shared/storage'
import { uuidV7 } from '@shared/uuid'
import { viewConversation, writeMessage } from './calls'

/** Time between two looks for what the staff wrote, while the page is shown. */
const pollMs = 20_000

const conversationKey = (token: string) => ['conversation', token] as const

/** The conversation of a token. What is shown is read. */
export const useConversation = (token: string) =>
  useQuery({
    queryKey: conversationKey(token),
    queryFn: () => viewConversation(token, document.visibilityState === 'visible'),
    enabled: token !== '',
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })

/** Sends messages; a message that did not arrive has the same id in the next attempt. */
export function useWrite(token: string, onSent: () => void) {
  const client = useQueryClient()
  const last = useRef({ id: '', content: '' })
  return useMutation({
    mutationFn: (message: { text: string; mediaIds: string[] }) => {
      const content = JSON.stringify(message)
      if (last.current.content !== content) last.current = { id: uuidV7(), content }
      return writeMessage(token, { id: last.current.id, ...message })
    },
    onSuccess: (conversation) => {
      last.current = { id: '', content: '' }
      client.setQueryData(conversationKey(token), conversation)
      onSent()
    },
  })
}

/** The text that is being written, which survives a reload. The key has the number of the link alone. */
export function useText(token: string): [string, (text: string) => void] {
  const key = `message.${token.split('.')[0] ?? ''}`
  const [text, setText] = useState(() => readStored(key) ?? '')
  useEffect(() => {
    writeStored(key, text === '' ? null : text)
  }, [key, text])
  return [text, setText]
}
