import { describe, expect, it } from 'vitest'
import { findCategory, nextProject, filterByCategory } from './categories'

describe('categories of projects', () => {
  it.each([
    ['kitchen', 'kitchen'],
    ['Kitchen', 'kitchen'],
    ['GARDEN', 'garden'],
    ['furniture', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is %j', (text, slug) => {
    expect(findCategory(text)?.slug).toBe(slug)
  })

  it('match projects in any case', () => {
    const projects = [{ category: 'Kitchen' }, { category: 'garden' }, { category: null }]
    expect(filterByCategory(projects, 'kitchen')).toEqual([{ category: 'Kitchen' }])
    expect(filterByCategory(projects, undefined)).toBe(projects)
  })
})

describe('next project', () => {
  const projects = [{ id: 3 }, { id: 1 }, { id: 2 }]
  it.each([
    [3, 1],
    [1, 2],
    [2, 3],
    // An unknown project is followed by the first one.
    [9, 3],
  ])('after %i comes %i', (id, next) => {
    expect(nextProject(projects, id)?.id).toBe(next)
  })

  it('is undefined without another project', () => {
    expect(nextProject([{ id: 1 }], 1)).toBeUndefined()
    expect(nextProject<{ id: number }>([], 1)).toBeUndefined()
  })
})
