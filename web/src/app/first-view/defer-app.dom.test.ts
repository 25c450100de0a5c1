import { expect, it } from 'vitest'
import { preloadApp } from './defer-app'

it('preloads only the deferred links', () => {
  document.head.innerHTML = '<link rel="later" href="/app.js"><link rel="icon" href="/icon.svg">'
  preloadApp()
  expect([...document.querySelectorAll('link')].map(({ rel }) => rel)).toEqual(['modulepreload', 'icon'])
})
