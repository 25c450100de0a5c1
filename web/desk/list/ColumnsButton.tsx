import { Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Menu, MenuCheck } from '@desk/components/Menu'
import type { Columns } from './columns'

/** Chooses the columns of a table. */
export function ColumnsButton({ hideable, hidden, toggle }: Columns) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <Button className="wide-only">
          <Columns3 size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('LIST.COLUMNS')}
        </Button>
      }
    >
      {hideable.map(({ id, header }) => (
        <MenuCheck key={id} isChecked={!hidden.has(id)} onToggle={() => toggle(id)}>
          {t(header)}
        </MenuCheck>
      ))}
    </Menu>
  )
}
