import { expect, it } from 'vitest'
import { passwordProblems } from './password-problems'

const need = {
  current: 'ACCOUNT.DETAILS.CURRENT_PASSWORD_REQUIRED',
  next: 'ACCOUNT.DETAILS.NEW_PASSWORD_REQUIRED',
  confirm: 'ACCOUNT.DETAILS.CONFIRM_PASSWORD_REQUIRED',
}

it.each([
  ['', '', '', {}],
  ['old secret', 'new secret', 'new secret', {}],
  ['old secret', '', '', { newPassword: need.next, confirmPassword: need.confirm }],
  ['', 'new secret', 'new secret', { currentPassword: need.current }],
  ['', '', 'new secret', { currentPassword: need.current, newPassword: need.next, confirmPassword: 'ACCOUNT.DETAILS.PASSWORDS_MISMATCH' }],
  ['old secret', 'seven77', 'seven77', { newPassword: 'PASSWORD.TOO_SHORT' }],
  ['old secret', 'eight888', 'eight888', {}],
  ['old secret', 'new secret', 'other', { confirmPassword: 'ACCOUNT.DETAILS.PASSWORDS_MISMATCH' }],
])('validates current %j, new %j, confirmation %j', (currentPassword, newPassword, confirmPassword, expected) => {
  expect(passwordProblems({ currentPassword, newPassword, confirmPassword })).toEqual(expected)
})
