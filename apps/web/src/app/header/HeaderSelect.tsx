import { Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { HeaderButton } from './HeaderButton.tsx'

interface HeaderSelectProps<Key extends string> {
  label: string
  icon: ReactNode
  selected: Key
  items: { key: Key; label: ReactNode }[]
  onSelect: (key: Key) => unknown
}

/** An icon in the header that opens a menu of which one entry is selected. */
export function HeaderSelect<Key extends string>(props: HeaderSelectProps<Key>) {
  const { label, icon, selected, items, onSelect } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      onOpenChange={setOpen}
      menu={{
        selectable: true,
        selectedKeys: [selected],
        items,
        onClick: ({ key }) => onSelect(key as Key),
      }}
    >
      <HeaderButton label={label} icon={icon} isQuiet={isOpen} />
    </Dropdown>
  )
}
