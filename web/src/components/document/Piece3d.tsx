import { useEffect, useMemo } from 'react'
import type { DesignCode } from '@shared/rules/code'
import { useReader } from '@/components/design/reader/use-reader'
import { offerReload } from '@/components/part'
import styles from './DesignedPieces.module.css'

export interface Piece3dProps {
  code: string
  onLeave: () => void
}

/** The 3D view of a code. Loads what reads it. */
export default function Piece3d({ code, onLeave }: Piece3dProps) {
  const { data: reader, error } = useReader(true)
  const piece = useMemo(() => reader?.read(code as DesignCode), [reader, code])
  useEffect(() => {
    if (error !== null) offerReload()
  }, [error])
  if (reader === undefined || piece === undefined) return <div className={styles.stage} />
  const { DesignTextsContext, View3d, texts } = reader
  return (
    <DesignTextsContext value={texts}>
      <div className={styles.stage}>
        {typeof piece === 'string' ? <p>{texts.t('old-title')}</p> : <View3d built={piece.built} onLeave={onLeave} />}
      </div>
    </DesignTextsContext>
  )
}
