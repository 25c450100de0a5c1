import type { Page } from 'playwright-core'

/**
 * JPEG files of noise as a camera writes them. With a grain of 255, each is larger than one part of an upload; with less, it is
 * converted more quickly.
 */
export async function jpegs(page: Page, count: number, grain = 255): Promise<Buffer[]> {
  const noisy = ({ number, amplitude }: { number: number; amplitude: number }) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 900
    const context = canvas.getContext('2d')
    if (context === null) return []
    return Array.from({ length: number }, () => {
      const noise = context.createImageData(canvas.width, canvas.height)
      noise.data.forEach((_, at, data) => {
        data[at] = at % 4 === 3 ? 255 : Math.random() * amplitude
      })
      context.putImageData(noise, 0, 0)
      return canvas.toDataURL('image/jpeg', 0.9)
    })
  }
  const urls = await page.evaluate(noisy, { number: count, amplitude: grain })
  return urls.map((url) => Buffer.from(url.split(',')[1] ?? '', 'base64'))
}
