import { DownloadOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'

interface ToolButtonProps {
  label: string
  icon: ReactNode
  onClick: () => void
  isPressed?: boolean
  isBusy?: boolean
}

/** A button of the toolbar: an icon, with its label on hover and for screen readers. */
function ToolButton({ label, icon, onClick, isPressed, isBusy = false }: ToolButtonProps) {
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        icon={icon}
        aria-label={label}
        aria-pressed={isPressed}
        loading={isBusy && { delay: 300 }}
        onClick={onClick}
      />
    </Tooltip>
  )
}

export interface ListToolbarProps {
  search?: { isHidden: boolean; toggle: () => void } | undefined
  onRefresh: () => void
  export?: { isBusy: boolean; run: () => void } | undefined
  children?: ReactNode
}

/** Hide or show search, refresh, choose columns (the children), export: spec §2, shared widgets. */
export function ListToolbar({ search, onRefresh, export: exporting, children }: ListToolbarProps) {
  const t = useText()
  return (
    <div className={styles.toolbar} role="toolbar">
      {search && (
        <ToolButton
          label={t(search.isHidden ? 'table.showSearch' : 'table.hideSearch')}
          icon={<SearchOutlined />}
          isPressed={!search.isHidden}
          onClick={search.toggle}
        />
      )}
      <ToolButton label={t('table.refresh')} icon={<ReloadOutlined />} onClick={onRefresh} />
      {children}
      {exporting && (
        <ToolButton
          label={t('table.export')}
          icon={<DownloadOutlined />}
          isBusy={exporting.isBusy}
          onClick={exporting.run}
        />
      )}
    </div>
  )
}
