import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { toolHint } from '../../../components/screen/use-tool-side.ts'

interface BarToolProps {
  label: string
  icon: ReactNode
  onClick: () => void
}

/** A tool for many phones. It has the icon of the same tool for a single one. */
export const BarTool = ({ label, icon, onClick }: BarToolProps) => (
  <Tooltip title={label} {...toolHint}>
    <Button icon={icon} aria-label={label} onClick={onClick} />
  </Tooltip>
)
