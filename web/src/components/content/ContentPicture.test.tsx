import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ContentPicture } from './ContentPicture'

const image = { imageUrl: '/images/projects/x/1-960.webp', width: 1280, height: 960, color: null, placeholder: null }

it('offers the widths that exist besides its own', () => {
  const { container } = render(<ContentPicture image={image} sizes="100vw" />)
  expect(container.querySelector('source')).toHaveAttribute(
    'srcset',
    '/images/projects/x/1-480.avif 480w, /images/projects/x/1-960.avif 960w, /images/projects/x/1-1280.avif 1280w',
  )
})

it('offers the widths of an uploaded picture', () => {
  const uploaded = { ...image, imageUrl: '/media/8b1a-768.webp', width: 1024 }
  const { container } = render(<ContentPicture image={uploaded} sizes="100vw" />)
  expect(container.querySelector('source')).toHaveAttribute(
    'srcset',
    '/media/8b1a-480.avif 480w, /media/8b1a-768.avif 768w, /media/8b1a-1024.avif 1024w',
  )
})

it('offers no width above its own', () => {
  const small = { ...image, imageUrl: '/images/projects/x/1-960.webp', width: 960 }
  const { container } = render(<ContentPicture image={small} sizes="100vw" />)
  expect(container.querySelector('source')).toHaveAttribute(
    'srcset',
    '/images/projects/x/1-480.avif 480w, /images/projects/x/1-960.avif 960w',
  )
})

it('shows an image of which only the URL is known', () => {
  const { container } = render(<ContentPicture image={null} src="https://cdn.example/x.png" sizes="100vw" />)
  expect(container.querySelector('img')).toHaveAttribute('src', 'https://cdn.example/x.png')
})
