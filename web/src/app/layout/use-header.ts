import { useCallback, useState } from 'react'

type HeaderPart = 'account' | 'language' | 'projects' | 'search' | 'shop' | 'sidebar'

/** The open part of the header, if any. */
export function useHeader() {
  const [open, setOpen] = useState<HeaderPart | null>(null)
  const change = useCallback((part: HeaderPart, isOpen: boolean) => {
    // Closing one part must not close another that has opened meanwhile.
    setOpen((current) => (isOpen ? part : current === part ? null : current))
  }, [])
  return { open, change }
}

export type Header = ReturnType<typeof useHeader>
