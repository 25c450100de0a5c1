import manifest from './scenes.json'

export type SceneName = keyof typeof manifest

/** A picture of the shop's own pages, as `scenes.json` lists it. */
export interface Scene {
  /** The 960 px file where there are several. */
  src: string
  /** Its own size in pixels. */
  width: number
  height: number
  /** All widths that lie beside each other. */
  widths: readonly number[]
  /** The picture 16 pixels large as a data address, shown while it loads. */
  placeholder: string
}

const usualWidth = 960

export function scene(name: SceneName): Scene {
  const { format, width, height, widths, placeholder } = manifest[name]
  const chosen = widths.includes(usualWidth) ? usualWidth : Math.max(...widths)
  return { src: `/images/scenes/${name}/1-${chosen}.${format}`, width, height, widths, placeholder }
}
