import manifest from './scenes.json'

export type SceneName = keyof typeof manifest

/** A picture of the shop's own pages, from `scenes.json`. */
interface Scene {
  /** File of the default width. */
  src: string
  /** Intrinsic size in pixels. */
  width: number
  height: number
  /** Widths of the available files. */
  widths: readonly number[]
  /** Data URL of a 16-pixel version, shown while the picture loads. */
  placeholder: string
}

const defaultWidth = 960

export function scene(name: SceneName): Scene {
  const { format, width, height, widths, placeholder } = manifest[name]
  const srcWidth = widths.includes(defaultWidth) ? defaultWidth : Math.max(...widths)
  return { src: `/images/scenes/${name}/1-${srcWidth}.${format}`, width, height, widths, placeholder }
}
