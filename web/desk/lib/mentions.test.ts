import { describe, expect, it } from 'vitest'
import { matching, mentionedIds, openMention, withMention } from './mentions'

const nigar = { id: '1', name: 'Nigar Əliyeva' }
const other = { id: '2', name: 'Nigar Əliyeva' }
const cavid = { id: '3', name: 'Cavid Şükürov' }

describe('the mention that is being typed', () => {
  it.each([
    ['@', 1, { start: 0, query: '' }],
    ['Zəng et @ni', 11, { start: 8, query: 'ni' }],
    ['(@nigar ə', 9, { start: 1, query: 'nigar ə' }],
    ['@ni və sonra', 3, { start: 0, query: 'ni' }],
  ])('begins in %j at %i', (text, caret, expected) => {
    expect(openMention(text, caret)).toEqual(expected)
  })

  it.each([
    ['the caret is before it', 'a @ni', 1],
    ['it is a part of an e-mail', 'a@example', 9],
    ['a sentence follows the name', '@Nigar Əliyeva baxar', 20],
    ['no character follows but a digit', '@1', 2],
  ])('is none where %s', (_, text, caret) => {
    expect(openMention(text, caret)).toBeNull()
  })
})

it('finds people by each of their names, however it is spelled', () => {
  expect(matching([nigar, cavid], 'eliy')).toEqual([nigar])
  expect(matching([nigar, cavid], 'ŞÜK')).toEqual([cavid])
  expect(matching([nigar, cavid], 'cavid ş')).toEqual([cavid])
  expect(matching([nigar, cavid], '')).toEqual([nigar, cavid])
  expect(matching([nigar, cavid], 'gar')).toEqual([])
})

it('puts the name where the mention was typed, and the caret after it', () => {
  const text = 'Zəng et @ni sabah'
  expect(withMention(text, 11, { start: 8, query: 'ni' }, nigar.name)).toEqual({ text: 'Zəng et @Nigar Əliyeva sabah', caret: 23 })
})

describe('the mentioned', () => {
  it('are the picked ones, not others of the same name', () => {
    expect(mentionedIds('@Nigar Əliyeva', [nigar], [nigar, other, cavid])).toEqual(['1'])
  })
  it('are all of a name that was typed', () => {
    expect(mentionedIds('@Nigar Əliyeva @Cavid Şükürov', [], [nigar, other, cavid])).toEqual(['1', '2', '3'])
  })
  it('are not those whose names were deleted again', () => {
    expect(mentionedIds('salam', [nigar], [nigar])).toEqual([])
  })
})
