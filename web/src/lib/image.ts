/** Names end in their width: `/images/products/sk-101/1-960.webp`. */
const sized = /^(.*-)(\d+)\.(webp|avif)$/

export interface PictureSources {
  src: string
  /** Per format, best first; empty for pictures of one size, such as drawings. */
  sources: { type: string; srcSet: string }[]
}

/** An address from the API as the browser can use it. Pictures lie on the shop's own host. */
export function imageAddress(path: string): string {
  return path.startsWith('http') || path.startsWith('/') ? path : `/${path}`
}

/** The other widths and formats that exist beside a picture, worked out from its name. */
export function pictureSources(path: string, widths: readonly number[] = [480, 960]): PictureSources {
  const src = imageAddress(path)
  const match = sized.exec(src)
  const stem = match?.[1]
  if (stem === undefined) return { src, sources: [] }
  const srcSet = (format: string) => widths.map((width) => `${stem}${width}.${format} ${width}w`).join(', ')
  return {
    src,
    sources: [
      { type: 'image/avif', srcSet: srcSet('avif') },
      { type: 'image/webp', srcSet: srcSet('webp') },
    ],
  }
}
