import { useTranslation } from 'react-i18next'
import { StatisticsRow } from '@/components/StatisticsRow'

const statistics = [
  { value: '600\u00a0000\u00a0m²', label: 'HOME.STAT_AREA' },
  { value: '1100+', label: 'HOME.STAT_PROJECTS' },
  { value: '90+', label: 'HOME.STAT_PEOPLE' },
  { value: '8+', label: 'HOME.STAT_YEARS' },
] as const

export function Statistics() {
  const { t } = useTranslation()
  return (
    <StatisticsRow
      className="section"
      label={t('HOME.STATISTICS')}
      statistics={statistics.map(({ value, label }) => ({ value, label: t(label) }))}
    />
  )
}
