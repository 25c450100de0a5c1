import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeLanguage, storedLanguage } from '@shared/language'
import { offerLanguage } from './language-offer'

function open(path: string, ...languages: string[]): void {
  window.history.replaceState(null, '', path)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  offerLanguage()
}

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('the offer of a language', () => {
  it('leads to the same page in the language of the browser, and is remembered', async () => {
    open('/shop?category=1', 'tr-TR', 'az-AZ', 'ru')
    const link = screen.getByRole('link', { name: 'Azərbaycanca davam edin' })
    expect(link.closest('section')).toHaveAttribute('lang', 'az')
    expect(link).toHaveAttribute('href', '/az/shop?category=1')
    window.history.replaceState(null, '', '/faq')
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    expect(link).toHaveAttribute('href', '/az/faq')
    expect(storedLanguage()).toBe('az')
  })

  it('goes for good when it is closed', async () => {
    open('/', 'ru-RU')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    expect(storedLanguage()).toBe('en')
    open('/', 'ru-RU')
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  it.each([
    ['an address that names one', '/en/shop', ['az']],
    ['a browser in the language of the page', '/shop', ['en-GB', 'az']],
    ['a browser in other languages alone', '/shop', ['de', 'fr']],
  ])('is not made to %s', (_, path, languages) => {
    open(path, ...languages)
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  it('is not made to a visitor who has chosen', () => {
    storeLanguage('en')
    open('/shop', 'az')
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })
})
