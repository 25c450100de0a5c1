import { useTranslation } from 'react-i18next'
import { Modal } from '@/components/Modal'
import type { ProductFilter } from '../queries'
import { Filters } from './Filters'
import styles from './Toolbar.module.css'
import type { ShopChange } from './shop-address'
import { SortSelect } from './SortSelect'

interface FilterSheetProps {
  filter: ProductFilter
  onChange: (change: ShopChange) => void
  onClose: () => void
}

/** The side column's content from the bottom, on phones; what is chosen counts at once. */
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
