/** Slugs of all colours, in the palette's order: apart from their names, which few screens need at first. */
export const paletteSlugs: readonly string[] =
  'oak ash beech walnut smoked-oak white sand sage forest terracotta graphite black brass steel'.split(' ')
