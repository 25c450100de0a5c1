import type { Page } from 'playwright-core'

/** JPEG files of noise as a camera writes them, each larger than one part of an upload. */
export async function jpegs(page: Page, count: number): Promise<Buffer[]> {
  const urls = await page.evaluate((number) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 900
    const context = canvas.getContext('2d')
    if (context === null) return []
    return Array.from({ length: number }, () => {
      const noise = context.createImageData(canvas.width, canvas.height)
      noise.data.forEach((_, at, data) => {
        data[at] = at % 4 === 3 ? 255 : Math.random() * 255
      })
      context.putImageData(noise, 0, 0)
      return canvas.toDataURL('image/jpeg', 0.9)
    })
  }, count)
  return urls.map((url) => Buffer.from(url.split(',')[1] ?? '', 'base64'))
}
