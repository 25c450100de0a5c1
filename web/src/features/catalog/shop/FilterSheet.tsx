import { useTranslation } from 'react-i18next'
import { Modal } from '@/components/Modal'
import type { ProductFilter } from '../queries'
import { Filters } from './Filters'
import styles from './Toolbar.module.css'
import type { ShopChange } from './shop-query'
import { SortSelect } from './SortSelect'

interface FilterSheetProps {
  filter: ProductFilter
  onChange: (change: ShopChange) => void
  onClose: () => void
}

/** The filters in a bottom sheet on phones, applied immediately. */
export default function FilterSheet({ filter, onChange, onClose }: FilterSheetProps) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('SHOP.FILTERS')} onClose={onClose}>
      <div className={styles.sheetSort}>
        <SortSelect sort={filter.sort} onChange={onChange} />
      </div>
      <Filters filter={filter} onChange={onChange} />
    </Modal>
  )
}
