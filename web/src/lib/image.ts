/** File names end in their width: `/images/products/sk-101/1-960.webp`. */
const sized = /^(.*-)(\d+)\.(webp|avif)$/

interface PictureSources {
  src: string
  /** One per format, preferred first; empty for images of one size, such as drawings. */
  sources: { type: string; srcSet: string }[]
}

/** Turns an image path of the API into a URL of the shop's origin. */
export function imageUrl(path: string): string {
  return path.startsWith('http') || path.startsWith('/') ? path : `/${path}`
}

/** Width that exists besides a product picture's own. */
const small = 480

/** Widths of a product picture, whose largest file may be wider than the one that its URL names. */
export function imageWidths(image: { imageUrl: string; width: number }): number[] | undefined {
  const named = Number(sized.exec(image.imageUrl)?.[2])
  return Number.isNaN(named) ? undefined : [...new Set([Math.min(small, named), named, Math.max(named, image.width)])]
}

/** Returns the formats and widths of a picture; by default the small width and the one in its name. */
export function pictureSources(path: string, widths?: readonly number[]): PictureSources {
  const src = imageUrl(path)
  const match = sized.exec(src)
  const stem = match?.[1]
  if (stem === undefined) return { src, sources: [] }
  const own = Number(match?.[2])
  const available = widths ?? [...new Set([Math.min(small, own), own])]
  const srcSet = (format: string) => available.map((width) => `${stem}${String(width)}.${format} ${String(width)}w`).join(', ')
  return {
    src,
    sources: [
      { type: 'image/avif', srcSet: srcSet('avif') },
      { type: 'image/webp', srcSet: srcSet('webp') },
    ],
  }
}
