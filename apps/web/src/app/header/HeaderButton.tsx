import { Button, Tooltip } from 'antd'
import type { ComponentProps, ReactNode } from 'react'

interface HeaderButtonProps extends Omit<ComponentProps<typeof Button>, 'icon' | 'title'> {
  label: string
  icon: ReactNode
  /** Its name is not shown on hover, such as while its popup is open. */
  isQuiet?: boolean
}

/** An icon in the header; its name is available on hover and to assistive technology. */
export function HeaderButton({ label, icon, isQuiet = false, ...rest }: HeaderButtonProps) {
  return (
    <Tooltip title={isQuiet ? '' : label} mouseEnterDelay={0.4}>
      <Button {...rest} type="text" className="header-button" aria-label={label} icon={icon} />
    </Tooltip>
  )
}
