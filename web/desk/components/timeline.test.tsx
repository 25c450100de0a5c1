import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Timeline, type TimelineItem } from './Timeline'

const item = (id: string, at: string | null): TimelineItem => ({ id, at, by: 'system', title: id })
const items = [item('first', '2026-11-22T10:00:00Z'), item('second', '2026-11-23T10:00:00Z'), item('same second', '2026-11-23T10:00:00Z')]

const titles = () =>
  within(screen.getByRole('list', { name: 'Timeline' }))
    .getAllByRole('listitem')
    .map((entry) => entry.querySelector('div > span')?.textContent.trim())

it('has the newest entry first, also within a second', () => {
  render(<Timeline items={items} />)
  expect(titles()).toEqual(['same second', 'second', 'first'])
})

it('runs through the days as a thread, with what waits for the network at its end', () => {
  render(<Timeline isThread items={[...items, item('waiting', null)]} />)
  expect(titles()).toEqual(['first', 'second', 'same second', 'waiting'])
  expect(screen.getByText('Sunday 22 November')).toBeVisible()
  expect(screen.getByText('Monday 23 November')).toBeVisible()
  expect(screen.getAllByText('14:00')).toHaveLength(3)
})
