import { createElement, type SVGProps } from 'react'

interface IconData {
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number
}

/**
 * `createLucideIcon` of the bundle (`stubPackages` and `leanIcons` in `vite-plugins.ts`): an icon of 24 by 24 units with the attributes
 * of lucide-react's, without its context, class names and options for strokes.
 */
export default function createIcon({ node }: IconData) {
  // Children as arguments need no keys.
  const shapes = node.map(([tag, shape]) => createElement(tag, shape))
  return function Icon({ size = 24, ...attributes }: IconProps) {
    const icon = {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...attributes,
    } as const
    return createElement('svg', icon, ...shapes)
  }
}
