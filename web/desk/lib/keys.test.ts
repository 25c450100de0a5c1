import { expect, it } from 'vitest'
import { isCommand, keyOf } from './keys'

it.each([
  ['the letter of a Latin layout', { key: 'j', code: 'KeyJ', shiftKey: false }, 'j'],
  ['a capital letter', { key: 'J', code: 'KeyJ', shiftKey: false }, 'j'],
  ['the letter, not the place, of another Latin layout', { key: 'a', code: 'KeyQ', shiftKey: false }, 'a'],
  ['the place on a Russian layout', { key: 'о', code: 'KeyJ', shiftKey: false }, 'j'],
  ['the place of a letter that the Azerbaijani layout lacks', { key: 'ü', code: 'KeyW', shiftKey: false }, 'w'],
  ['the slash where it is typed', { key: '/', code: 'Backslash', shiftKey: true }, '/'],
  ['the place of the slash on a Russian layout', { key: '.', code: 'Slash', shiftKey: false }, '/'],
  ['the question mark of a Russian layout', { key: '?', code: 'Digit7', shiftKey: true }, '?'],
  ['the place of the question mark on a Russian layout', { key: ',', code: 'Slash', shiftKey: true }, '?'],
  ['a key without a letter', { key: 'Escape', code: 'Escape', shiftKey: false }, 'escape'],
])('takes %s', (_, event, expected) => {
  expect(keyOf(event)).toBe(expected)
})

it('knows a command by its place', () => {
  const pressed = { key: 'л', code: 'KeyK', shiftKey: false, ctrlKey: true, metaKey: false }
  expect(isCommand(pressed, 'k')).toBe(true)
  expect(isCommand({ ...pressed, ctrlKey: false }, 'k')).toBe(false)
})
