import { scene, type SceneName } from '@/lib/scenes/scenes'
import { Picture } from './Picture'

interface SceneProps {
  name: SceneName
  /** Empty if decorative. */
  alt: string
  sizes: string
  /** Crop for phones. */
  narrow?: SceneName
  eager?: boolean
  className?: string | undefined
}

/** A picture of the shop's own pages. */
export function Scene({ name, alt, sizes, narrow, eager = false, className }: SceneProps) {
  return (
    <Picture
      {...scene(name)}
      narrow={narrow === undefined ? undefined : scene(narrow)}
      alt={alt}
      sizes={sizes}
      eager={eager}
      className={className}
    />
  )
}
