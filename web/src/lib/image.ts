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

/** The width that lies beside a picture's own. */
const small = 480

/** The widths of a picture of the API, which may be kept in a larger size than the one that its address names. */
export function imageWidths({ imageUrl, width }: { imageUrl: string; width: number }): number[] | undefined {
  const named = Number(sized.exec(imageUrl)?.[2])
  return Number.isNaN(named) ? undefined : [...new Set([Math.min(small, named), named, Math.max(named, width)])]
}

/** The other widths and formats that exist beside a picture; the widths are told by its name where nobody gives them. */
export function pictureSources(path: string, widths?: readonly number[]): PictureSources {
  const src = imageAddress(path)
  const match = sized.exec(src)
  const stem = match?.[1]
  if (stem === undefined) return { src, sources: [] }
  const own = Number(match?.[2])
  const offered = widths ?? [...new Set([Math.min(small, own), own])]
  const srcSet = (format: string) => offered.map((width) => `${stem}${String(width)}.${format} ${String(width)}w`).join(', ')
  return {
    src,
    sources: [
      { type: 'image/avif', srcSet: srcSet('avif') },
      { type: 'image/webp', srcSet: srcSet('webp') },
    ],
  }
}
