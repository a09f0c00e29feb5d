import { Button, Input, Popover, Tooltip } from 'antd'
import { useState } from 'react'
import { firstIconNames, MenuIcon } from '../../components/menu-icon/MenuIcon.tsx'
import { moreIconNames } from '../../components/menu-icon/MoreIcon.tsx'
import { useText } from '../../ground/language.ts'
import styles from './menus.module.css'

interface IconPickerProps {
  id?: string
  /** Name of an icon; empty for none. */
  value?: string
  onChange?: (name: string) => void
}

const names = [...firstIconNames, ...moreIconNames].sort()

/** A searchable grid of the icons for menu rows. */
export function IconPicker({ id, value = '', onChange }: IconPickerProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const choose = (name: string) => {
    onChange?.(name)
    setOpen(false)
  }
  const fits = names.filter((name) => name.includes(wanted.trim().toLowerCase()))
  const content = (
    <>
      <Input
        allowClear
        autoFocus
        value={wanted}
        placeholder={t('menuRow.iconFind')}
        aria-label={t('menuRow.iconFind')}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className={styles.icons}>
        {fits.map((name) => (
          <Tooltip key={name} title={name} mouseEnterDelay={0.4}>
            <Button
              type={name === value ? 'primary' : 'text'}
              icon={<MenuIcon name={name} />}
              aria-label={name}
              aria-pressed={name === value}
              onClick={() => choose(name)}
            />
          </Tooltip>
        ))}
      </div>
    </>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" open={isOpen} onOpenChange={setOpen} content={content}>
      <Button {...(id && { id })}>
        <span className={styles.chosen}>
          {value ? (
            <>
              <MenuIcon name={value} /> {value}
            </>
          ) : (
            t('menuRow.iconNone')
          )}
        </span>
      </Button>
    </Popover>
  )
}
