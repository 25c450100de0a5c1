import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Picture } from './Picture'

const size = { src: '/images/x/1-960.webp', width: 960, height: 1200, sizes: '100vw' }

it('has the mark in its place where it fails, under its own name', () => {
  render(<Picture {...size} alt="Oak wardrobe" />)
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByRole('img', { name: 'Oak wardrobe' })).toHaveAttribute('data-failed', 'true')
})

it('says nothing of the mark where it is decoration', () => {
  const { container } = render(<Picture {...size} alt="" />)
  fireEvent.error(container.querySelector('img') ?? container)
  expect(container.querySelector('[data-failed="true"]')).toBeInTheDocument()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

it('shows the tiny picture in the box until the large one is there', () => {
  const { container } = render(<Picture {...size} alt="" placeholder="data:image/webp;base64,UklGRg==" />)
  expect(container.querySelector('picture')).toHaveStyle({ backgroundImage: 'url("data:image/webp;base64,UklGRg==")' })
})
