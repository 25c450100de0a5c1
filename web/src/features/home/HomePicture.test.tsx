import { render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { HomePicture } from './HomePicture'

afterEach(() => document.getElementById('storefront-texts')?.remove())

it('is the one of the files until staff chooses another one', () => {
  const first = render(<HomePicture name="HOME_PICTURE_ABOUT" alt="Lattice" sizes="100vw" />)
  expect(first.getByAltText('Lattice')).toHaveAttribute('src', '/images/scenes/about/1-960.webp')
  first.unmount()
  const element = document.createElement('script')
  element.id = 'storefront-texts'
  element.type = 'application/json'
  const imageUrl = '/media/8b1a9953c4611296a827abf8c47804d7-768.webp'
  const picture = { imageUrl, width: 1024, height: 1280, color: null, placeholder: null, altEn: 'Oak', altAz: 'Palıd' }
  element.textContent = JSON.stringify({ pictures: { HOME_PICTURE_ABOUT: picture } })
  document.body.append(element)
  const second = render(<HomePicture name="HOME_PICTURE_ABOUT" alt="Lattice" sizes="100vw" />)
  expect(second.getByAltText('Oak')).toHaveAttribute('src', imageUrl)
  const stem = imageUrl.replace('768.webp', '')
  expect(second.container.querySelector('source')).toHaveAttribute(
    'srcset',
    `${stem}480.avif 480w, ${stem}768.avif 768w, ${stem}1024.avif 1024w`,
  )
})
