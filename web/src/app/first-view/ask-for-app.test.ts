import { expect, it } from 'vitest'
import { askForApp } from './ask-for-app'

it('asks for what was left until later, and for nothing else', () => {
  document.head.innerHTML = '<link rel="later" href="/app.js"><link rel="icon" href="/icon.svg">'
  askForApp()
  expect([...document.querySelectorAll('link')].map(({ rel }) => rel)).toEqual(['modulepreload', 'icon'])
})
