import { useTranslation } from 'react-i18next'
import { FigureRow } from '@/components/FigureRow'

const statistics = [
  { figure: '600\u00a0000\u00a0m²', label: 'HOME.STAT_AREA' },
  { figure: '1100+', label: 'HOME.STAT_PROJECTS' },
  { figure: '90+', label: 'HOME.STAT_PEOPLE' },
  { figure: '8+', label: 'HOME.STAT_YEARS' },
] as const

export function Statistics() {
  const { t } = useTranslation()
  return (
    <FigureRow
      className="section"
      label={t('HOME.STATISTICS')}
      figures={statistics.map(({ figure, label }) => ({ figure, label: t(label) }))}
    />
  )
}
