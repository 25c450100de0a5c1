import type { SceneName } from '@/lib/scenes/scenes'
import type { TextKey } from '@/lib/text-key'

/** The gallery's pictures with their captions. */
export const galleryPictures = [
  { name: 'gallery-1', caption: 'HOME.GALLERY.LATTICE_DOORS' },
  { name: 'gallery-2', caption: 'HOME.GALLERY.GARDEN' },
  { name: 'gallery-3', caption: 'HOME.GALLERY.SINK' },
  { name: 'gallery-4', caption: 'HOME.GALLERY.BENCH' },
  { name: 'gallery-5', caption: 'HOME.GALLERY.DOVETAIL' },
  { name: 'gallery-6', caption: 'HOME.GALLERY.OPEN' },
  { name: 'gallery-7', caption: 'HOME.GALLERY.WHITE' },
  { name: 'gallery-8', caption: 'HOME.GALLERY.KITCHEN' },
  { name: 'gallery-9', caption: 'HOME.GALLERY.CHEST' },
  { name: 'gallery-10', caption: 'HOME.GALLERY.LATHS' },
] as const satisfies readonly { name: SceneName; caption: TextKey }[]
