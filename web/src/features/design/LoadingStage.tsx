import { Skeleton } from '@shared/components/Skeleton'
import designer from './Designer.module.css'

/** The place of the drawing and of the panel while their code loads. */
export function LoadingStage() {
  return (
    <div className={`container ${designer.tool ?? ''}`}>
      <div className={designer.stage}>
        <Skeleton ratio="4 / 3" />
      </div>
      <div className={designer.side}>
        <Skeleton height={320} />
      </div>
    </div>
  )
}
