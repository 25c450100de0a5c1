import type { Built } from '@shared/rules/evaluate'
import { Elevation } from '@/components/design/Elevation'

const margins = { left: 8, right: 8, top: 8, bottom: 8 }
const frame = { width: 104, height: 130, margins, hasRoom: false }

/** A design from the front in its colours, or its inside. */
export function DesignDrawing({ built, isOpen = false }: { built: Built; isOpen?: boolean }) {
  return <Elevation built={built} frame={frame} isOpen={isOpen} isPainted={!isOpen} />
}
