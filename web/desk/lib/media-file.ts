/** The largest picture, in bytes. */
export const maxPictureBytes = 20 * 1024 * 1024

/** Formats of pictures that the shop takes. iPhones convert their own format to the first of them. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

type PictureType = (typeof pictureTypes)[number]

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Bytes that show the type of a file. */
const headBytes = 64

/** The type of a picture by its content, never by its name; null for anything else. */
async function pictureType(file: Blob): Promise<PictureType | 'image/heic' | null> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  const brands = text(bytes, 4, 8) === 'ftyp' ? text(bytes, 8, headBytes) : ''
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands) && !/avi[fs]/.test(brands) ? 'image/heic' : null
}

/** The key of the error that keeps a picture from being sent; null for one that may be sent. */
export async function pictureRefusal(file: Blob): Promise<string | null> {
  if (file.size > maxPictureBytes) return 'MEDIA.TOO_LARGE'
  const type = await pictureType(file)
  if (type === 'image/heic') return 'MEDIA.HEIC'
  return type === null ? 'MEDIA.TYPE' : null
}
