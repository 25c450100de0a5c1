import type { SVGProps } from 'react'
import type { Box } from '@shared/rules/derivation'
import type { Scale } from './scale'

const leastPixels = 0.8

/** Position and size of a box seen from the front, as attributes of a rectangle. */
export function rectOf(scale: Scale, [x, y, , dx, dy]: Box) {
  return {
    x: scale.x(x),
    y: scale.y(y + dy),
    width: Math.max(leastPixels, scale.length(dx)),
    height: Math.max(leastPixels, scale.length(dy)),
  }
}

interface FaceProps extends Omit<SVGProps<SVGRectElement>, 'scale'> {
  scale: Scale
  box: Box
}

/** A box seen from the front. */
export function Face({ scale, box, ...rest }: FaceProps) {
  return <rect {...rectOf(scale, box)} {...rest} />
}
