import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Picture } from './Picture'

const size = { src: '/images/x/1-960.webp', width: 960, height: 1200, sizes: '100vw' }

it('shows the mark with its alternative text if it fails to load', () => {
  render(<Picture {...size} alt="Oak wardrobe" />)
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByRole('img', { name: 'Oak wardrobe' })).toHaveAttribute('data-failed', 'true')
})

it('hides the mark from assistive technology if it is decorative', () => {
  const { container } = render(<Picture {...size} alt="" />)
  fireEvent.error(container.querySelector('img') ?? container)
  expect(container.querySelector('[data-failed="true"]')).toBeInTheDocument()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

it('shows the placeholder while it loads', () => {
  const { container } = render(<Picture {...size} alt="" placeholder="data:image/webp;base64,UklGRg==" />)
  expect(container.querySelector('picture')).toHaveStyle({ backgroundImage: 'url("data:image/webp;base64,UklGRg==")' })
})

const image = { imageUrl: '/media/ab-768.webp', width: 1024, height: 683, color: null, placeholder: '#c8b9a6' }

it.each([
  ['its focal point', { focusX: 58, focusY: 0 }, '58% 0%'],
  ['the middle without one', {}, '50% 50%'],
])('keeps %s in sight where it is cut', (_, focus, position) => {
  const { container } = render(<Picture image={{ ...image, ...focus }} alt="" sizes="100vw" />)
  const shown = container.querySelector('img')
  expect(shown?.style.objectPosition).toBe(position)
  expect(shown).toHaveAttribute('width', '1024')
  expect(container.querySelector('picture')).toHaveStyle({ backgroundColor: '#c8b9a6' })
  expect(container.querySelector('source[type="image/avif"]')).toHaveAttribute('srcset', '/media/ab-480.avif 480w, /media/ab-768.avif 768w')
})
