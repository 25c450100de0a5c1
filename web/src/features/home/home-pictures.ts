import about from '@/lib/scenes/about.json'
import hero from '@/lib/scenes/hero.json'
import home from '@/lib/scenes/home.json'

/** The pictures of the home page that staff may change at the desk, with those that stand there until then. */
export const homePictures = {
  HOME_PICTURE_ABOUT: home.about,
  HOME_PICTURE_CATALOGUE: about.catalogue,
  HOME_PICTURE_DESIGN_1: home['design-1'],
  HOME_PICTURE_DESIGN_2: home['design-2'],
  HOME_PICTURE_HERO: hero.hero,
  HOME_PICTURE_INSTAGRAM_1: home['instagram-1'],
  HOME_PICTURE_INSTAGRAM_2: home['instagram-2'],
  HOME_PICTURE_INSTAGRAM_3: home['instagram-3'],
  HOME_PICTURE_INSTAGRAM_4: home['instagram-4'],
  HOME_PICTURE_INSTAGRAM_5: home['instagram-5'],
  HOME_PICTURE_INSTAGRAM_6: home['instagram-6'],
} as const
export type HomePictureKey = keyof typeof homePictures
