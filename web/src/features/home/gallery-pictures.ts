import about from '@/lib/scenes/about.json'
import home from '@/lib/scenes/home.json'
import type { TextKey } from '@shared/text-key'

/** The gallery's pictures with their captions. */
export const galleryPictures = [
  { scene: home['gallery-1'], caption: 'HOME.GALLERY.LATTICE_DOORS' },
  { scene: home['gallery-2'], caption: 'HOME.GALLERY.GARDEN' },
  { scene: home['gallery-3'], caption: 'HOME.GALLERY.SINK' },
  { scene: about['gallery-4'], caption: 'HOME.GALLERY.BENCH' },
  { scene: home['gallery-5'], caption: 'HOME.GALLERY.DOVETAIL' },
  { scene: home['gallery-6'], caption: 'HOME.GALLERY.OPEN' },
  { scene: home['gallery-7'], caption: 'HOME.GALLERY.WHITE' },
  { scene: home['gallery-8'], caption: 'HOME.GALLERY.KITCHEN' },
  { scene: home['gallery-9'], caption: 'HOME.GALLERY.CHEST' },
  { scene: home['gallery-10'], caption: 'HOME.GALLERY.LATHS' },
] as const satisfies readonly { scene: { src: string }; caption: TextKey }[]
