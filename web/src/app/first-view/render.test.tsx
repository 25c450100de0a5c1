import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Texts } from '@/lib/i18n/translator'
import { languages } from '@shared/language'
import { screens } from '../screens'
import { firstViews } from './render'

/** Slots that the gateway fills in for the first product of a page. */
const pictureSlots = ['largest-height', 'largest-width', 'name', 'picture', 'width']
const productSlots = ['category', 'category-id', 'description', ...pictureSlots, 'price'].map((name) => `1-${name}`).sort()
const projectSlots = ['description', 'id', 'large', ...pictureSlots]
const cardSlots = ['category', 'id', ...pictureSlots, 'measures']

function slots(html: string | undefined): string[] {
  return [...new Set((html ?? '').match(/(?<=\{\{)[^}]+(?=\}\})/g))].filter((name) => !name.startsWith('t-')).sort()
}

/** Pages that a link with a token opens. */
const linked = ['offer', 'order', 'conversation']
/** Pages of which a script shows one of two contents. */
const alternating = [...linked, 'design']

describe.each(languages)('the first views in %s', (language) => {
  const texts = JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8')) as Texts

  it('have one heading each, translated texts, and nothing that the policy refuses', () => {
    const views = firstViews(language, texts)
    expect(Object.keys(views)).toHaveLength(screens.flatMap(({ firstViews = {} }) => Object.keys(firstViews)).length)
    for (const [name, html] of Object.entries(views)) {
      // Of an offer, an order or a conversation, either the loading state is hidden or the page of a link without a token; of
      // the designer, its start or the frame of a design.
      const alternatives = html.split(/<div id="(?:dead-link|opened-design)" hidden="">/)
      expect(alternatives).toHaveLength(alternating.includes(name) ? 2 : 1)
      for (const alternative of alternatives) expect(alternative.match(/<h1/g)).toHaveLength(1)
      expect(html).not.toMatch(/ style=| on[a-z]+=|<script|\b[A-Z]+\.[A-Z_]+\b/)
    }
    for (const [name, html] of Object.entries(views)) {
      // Pages that a link opens have no menus.
      if (!linked.includes(name)) expect(html).toContain(`href="/${language}/shop`)
    }
  })

  it('have the slots that the gateway fills in', () => {
    const views = firstViews(language, texts)
    expect(slots(views.home)).toEqual([])
    expect(slots(views['home-picture'])).toEqual(pictureSlots.map((name) => `1-${name}`))
    expect(views.home).toContain('<h1>{{t-HOME-HERO_TITLE}}</h1>')
    expect(views.faq).toContain('{{t-FAQ-WARRANTY_ANSWER}}')
    expect(slots(views['shop-narrowed'])).toEqual([])
    expect(slots(views.product)).toEqual(productSlots)
    const cards = [1, 2, 3, 4].flatMap((card) => cardSlots.map((name) => `${String(card)}-${name}`))
    expect(slots(views.shop)).toEqual(cards.sort())
    expect(slots(views['search-results'])).toEqual([...cards, 'term'].sort())
    expect(slots(views.offer)).toEqual([])
    expect(slots(views.order)).toEqual([])
    const projects = [1, 2].flatMap((card) => projectSlots.map((name) => `${String(card)}-${name}`))
    expect(slots(views.projects)).toEqual(projects.sort())
    expect(slots(views['project-category'])).toEqual([...projects, 'title'].sort())
    const project = ['category', 'category-slug', ...pictureSlots].map((name) => `1-${name}`)
    expect(slots(views.project)).toEqual(project.sort())
  })
})
