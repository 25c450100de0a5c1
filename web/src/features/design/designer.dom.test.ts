import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '@shared/language'
import { checkDesign, isBuildable } from '@shared/rules/checks'
import { encodeDesign } from '@shared/rules/code'
import { malformedFields } from '@shared/rules/design'
import rules from '../../../../services/rules/data/texts.json'
import { fillBay, removeBay, sameForAll, setBayWidth, setFace, setFront } from './changes'
import { examples, fitExample } from './examples'
import { mostUndone, opened, reduceDesigner, type DesignerState } from './reducer'
import { isStored, mostStored, storeDesign, storedDesigns } from './stored'

const { lattice, sliding } = examples
const higher = (state: DesignerState) =>
  reduceDesigner(state, { type: 'change', change: (design) => ({ ...design, heightMm: design.heightMm + 1 }) })

describe('the open design', () => {
  it('keeps the drawing of the last one that can be built', () => {
    const wide = reduceDesigner(opened(lattice), { type: 'change', change: (design) => ({ ...design, depthMm: 480 }) })
    expect(wide.design.depthMm).toBe(480)
    expect(wide.shown).toEqual(lattice)
  })

  it('takes back its last fifty changes', () => {
    let state = opened({ ...lattice, heightMm: 2400 })
    for (let changes = 0; changes < mostUndone + 5; changes++) state = higher(state)
    for (let steps = 0; steps < mostUndone + 5; steps++) state = reduceDesigner(state, { type: 'undo' })
    expect(state.design.heightMm).toBe(2405)
  })

  it('chooses a bay that is there', () => {
    const last = reduceDesigner(opened(lattice), { type: 'pick', bay: 3 })
    expect(reduceDesigner(last, { type: 'change', change: (design) => removeBay(design, 3) }).bay).toBe(2)
  })
})

describe('changes', () => {
  it('lead to sliding doors that can be built, and back', () => {
    const slid = setFront(lattice, 'sliding')
    expect(slid).toMatchObject({ front: 'sliding', slides: 3, depthMm: 660, handle: 'groove' })
    expect(malformedFields(slid)).toEqual([])
    const back = setFront(slid, 'hinged')
    expect(back).toMatchObject({ front: 'hinged', slides: 0 })
    expect(malformedFields(back)).toEqual([])
  })

  it('take as many shelves of a ready inside as can be built', () => {
    const low = { ...lattice, heightMm: 2240 }
    expect(fillBay(low, 3, { rail: 2, shelves: 2, drawers: 0 }).bays[3]).toMatchObject({ rail: 2, shelves: 0 })
  })

  it('leave one bay free for the rest', () => {
    const all = [0, 1, 2, 3].reduce((design, index) => setBayWidth(design, index, 560), lattice)
    expect(all.bays.filter(({ widthMm }) => widthMm === 0)).toHaveLength(1)
  })

  it('open a bay, and make all insides alike', () => {
    expect(setFace(lattice, 1, null).bays[1]).toMatchObject({ doors: 0, style: 'plain' })
    expect(new Set(sameForAll(lattice, 0).bays.map(({ shelves }) => shelves))).toEqual(new Set([2]))
  })
})

describe('the examples', () => {
  it.each([600, 1200, 1800, 2430, 3600, 5000])('can be built at a wall of %i mm', (widthMm) => {
    for (const example of Object.values(examples)) {
      const { design } = fitExample(example, { widthMm, heightMm: 2620, depthMm: 620 })
      expect([encodeDesign(design), isBuildable(checkDesign(design))]).toEqual([encodeDesign(design), true])
    }
  })

  it('say why a wall cannot take them', () => {
    expect(fitExample(sliding, { depthMm: 420 }).refusal).toMatchObject({ key: 'slide.depth', limit: 460 })
    expect(fitExample(lattice, {}).refusal).toBeNull()
  })
})

describe('the designs of this browser', () => {
  it('are the last twelve, the latest first, each in place of what it was', () => {
    const codes = Array.from({ length: mostStored + 2 }, (_, index) => encodeDesign({ ...lattice, widthMm: 2400 + index }))
    for (const code of codes) storeDesign(code, null)
    const renewed = encodeDesign({ ...lattice, widthMm: 3000 })
    storeDesign(renewed, codes.at(-1) ?? null)
    expect(storedDesigns().map(({ code }) => code)).toEqual([renewed, ...codes.slice(2, -1).reverse()])
    expect(isStored(renewed)).toBe(true)
  })

  it.each(['', '{', '{"v":1}', '{"v":2,"items":[]}', '{"v":1,"items":[{"c":"EBAA","t":1},null,7]}'])('are none in %j', (text) => {
    localStorage.setItem('designs', text)
    expect(storedDesigns()).toEqual([])
  })
})

describe('the texts', () => {
  const file = (path: string) => JSON.parse(readFileSync(`src/lib/design/texts/${path}.json`, 'utf8')) as Record<string, string>
  const read = (language: string) => ({ ...file(language), ...file(`later/${language}`) })
  const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
  const keysOf = (language: string) => [...new Set(Object.keys(read(language)).map(singular))].sort()
  const slots = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

  it.each(languages)('of %s have the keys and the values of the English ones', (language) => {
    const english = read('en')
    expect(keysOf(language)).toEqual(keysOf('en'))
    for (const [key, text] of Object.entries(read(language))) {
      expect(text, key).not.toBe('')
      expect(slots(text), key).toEqual(slots(english[key] ?? english[singular(key)] ?? english[`${singular(key)}_other`] ?? ''))
    }
  })

  it.each(languages)('of %s tell each check and way out as the rule book does', (language) => {
    const at = (['az', 'ru', 'en'] as const).indexOf(language)
    const own = read(language)
    const written = (text: string | undefined) => text?.replaceAll(/\{(\w+)\}/g, '{{$1}}')
    const named = (key: string) => key.replaceAll('.', '-')
    for (const [key, words] of Object.entries(rules.checks)) {
      if (Array.isArray(words)) expect(own[`check-${named(key)}`], key).toBe(written(words[at]))
      else for (const [end, text] of Object.entries(words)) expect(own[`check-${named(key)}-${end}`], key).toBe(written(text[at]))
    }
    for (const [key, words] of Object.entries(rules.fixes)) expect(own[`fix-${named(key)}`], key).toBe(written(words[at]))
  })
})
