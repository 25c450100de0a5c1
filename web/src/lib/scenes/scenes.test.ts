import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from './scenes.json'
import { scene, type SceneName } from './scenes'

const names = Object.keys(manifest) as SceneName[]

describe('scenes', () => {
  it.each(names)('%s has a file for each width and format that a browser may choose', (name) => {
    const { format, widths } = manifest[name]
    for (const width of widths) {
      for (const kind of format === 'webp' ? ['webp', 'avif'] : [format]) {
        expect(existsSync(`public/images/scenes/${name}/1-${width}.${kind}`), `${name} ${width} ${kind}`).toBe(true)
      }
    }
  })

  it.each(names)('%s has a tiny picture to show while it loads', (name) => {
    expect(manifest[name].placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]{60,240}={0,2}$/)
  })

  it('names the file of the usual width', () => {
    expect(scene('gallery-2').src).toBe('/images/scenes/gallery-2/1-960.' + manifest['gallery-2'].format)
  })
})
