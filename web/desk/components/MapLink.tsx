import { useTranslation } from 'react-i18next'

/** Opens an address on a map. */
export function MapLink({ address, className }: { address: string; className?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <a
      className={className}
      href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noreferrer"
    >
      {t('ORDER.MAP')}
    </a>
  )
}
