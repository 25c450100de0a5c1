interface Size {
  width: number
  height: number
}

interface Box extends Size {
  left: number
  top: number
}

const margin = 16
const step = 24

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top))

/**
 * Where a box of this size covers none of the obstacles, or the least of them: from the lower right corner of the window upwards;
 * `isFromTop` begins at its upper edge.
 */
export function freePlace(size: Size, window: Size, obstacles: readonly Box[], isFromTop = false): Box {
  const lefts = [window.width - size.width - margin, (window.width - size.width) / 2, margin]
  const last = window.height - size.height - margin
  const tops = Array.from({ length: Math.max(1, Math.ceil(last / step)) }, (_, at) => (isFromTop ? margin + at * step : last - at * step))
  let best: Box | null = null
  let least = Infinity
  for (const top of tops) {
    for (const left of lefts) {
      const box = { left: Math.max(0, left), top: Math.max(0, top), ...size }
      const covered = obstacles.reduce((sum, obstacle) => sum + overlap(box, obstacle), 0)
      if (covered === 0) return box
      if (covered < least) [best, least] = [box, covered]
    }
  }
  return best ?? { left: margin, top: margin, ...size }
}
