import { beforeEach, expect, it } from 'vitest'
import { clearDrafts } from './drafts'
import { FormDraft } from './form-draft'

let session: string | null
const open = () => new FormDraft('contact', () => session, ['name', 'message', 'password'])

beforeEach(() => {
  sessionStorage.clear()
  session = null
})

it('keeps the fields that the visitor changed, and no password', () => {
  const draft = open()
  draft.keep({ name: 'Leyla', message: 'of the program', password: 'correct horse' }, 'name')
  draft.keep({ name: 'Leyla', message: 'of the program', password: 'correct horse' }, 'password')
  expect(open().values).toEqual({ name: 'Leyla' })
  expect(JSON.stringify(sessionStorage)).not.toContain('horse')
})

it('goes on with what was typed before', () => {
  open().keep({ name: 'Leyla', message: '' }, 'name')
  const again = open()
  again.keep({ name: 'Leyla', message: 'Stairs?' }, 'message')
  expect(open().values).toEqual({ name: 'Leyla', message: 'Stairs?' })
})

it('follows a visitor into the session that begins, and a session into no other', () => {
  open().keep({ name: 'Leyla' }, 'name')
  session = 'of Leyla'
  expect(open().values).toEqual({ name: 'Leyla' })
  open().keep({ name: 'Leyla N.' }, 'name')
  session = 'of Rauf'
  expect(open().values).toEqual({})
  session = null
  expect(open().values).toEqual({})
})

it('is forgotten once the form is sent, and with all others', () => {
  const draft = open()
  draft.keep({ name: 'Leyla' }, 'name')
  draft.clear()
  draft.keep({ name: '' }, undefined)
  expect(sessionStorage).toHaveLength(0)
  draft.keep({ name: 'Leyla' }, 'name')
  clearDrafts()
  expect(sessionStorage).toHaveLength(0)
})

it('ignores what it did not write', () => {
  for (const text of ['{', '{"v":2,"by":null,"values":{"name":"x"}}', '{"v":1,"by":null,"values":{"name":7,"other":"x"}}']) {
    sessionStorage.setItem('form:contact', text)
    expect(open().values).toEqual({})
  }
})
