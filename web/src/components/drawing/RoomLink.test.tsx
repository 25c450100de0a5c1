import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { RoomLink } from './RoomLink'

const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'

function renderOn({ userAgent, hasQuickLook }: { userAgent: string; hasQuickLook: boolean }) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.spyOn(DOMTokenList.prototype, 'supports').mockImplementation((token) => hasQuickLook && token === 'ar')
  render(<RoomLink code={code} label="See it in your room" />)
  return screen.queryByRole('link', { name: 'See it in your room' })
}

afterEach(() => vi.restoreAllMocks())

it('links the USDZ on iOS by a picture alone', () => {
  const link = renderOn({ userAgent: 'Mozilla/5.0 (iPhone)', hasQuickLook: true })
  expect(link).toHaveAttribute('rel', 'ar')
  expect(link).toHaveAttribute('href', `/ar/${code}.usdz#allowsContentScaling=0`)
  expect(link?.childNodes).toHaveLength(1)
  expect(link?.firstElementChild?.tagName).toBe('IMG')
})

it('hands the GLB to the viewer of Android, and the page where there is none', () => {
  const link = renderOn({ userAgent: 'Mozilla/5.0 (Linux; Android 15)', hasQuickLook: false })
  const href = link?.getAttribute('href') ?? ''
  expect(href).toMatch(/^intent:\/\/arvr\.google\.com\/scene-viewer\/1\.2\?/)
  const query = new URLSearchParams(href.slice(href.indexOf('?') + 1, href.indexOf('#')))
  expect(query.get('file')).toBe(`${window.location.origin}/ar/${code}.glb`)
  expect(query.get('resizable')).toBe('false')
  expect(href).toContain(`S.browser_fallback_url=${encodeURIComponent(window.location.href)};end;`)
})

it('is absent elsewhere', () => {
  expect(renderOn({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', hasQuickLook: false })).toBeNull()
})
