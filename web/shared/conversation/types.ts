/** A message of a conversation, as both apps show it. */
export interface Message {
  id: string
  /** Whether this side wrote it. */
  isOwn: boolean
  author: string
  text: string
  files: readonly { mediaId: string; name: string }[]
  createdAt: string
  readAt: string | null
}

/** The words of a conversation in the app's language. */
export interface MessageTexts {
  list: string
  empty: string
  sent: string
  read: string
  photo: (name: string) => string
  photoMissing: string
  text: string
  addPhotos: string
  send: string
  remove: (name: string) => string
  retry: string
  /** Why a photo was not sent. */
  refused: (failure: unknown) => string
}

/** Most photos of a message. */
export const maxPhotos = 6

/** Longest text of a message. */
export const maxText = 2_000
