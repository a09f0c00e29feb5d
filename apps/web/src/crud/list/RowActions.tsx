import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { RowAction } from '../crud-contract.ts'

/** Maximum number of buttons per row, including "more". */
const shownActions = 3

/** The first actions as buttons, the rest under "more". */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const inView = actions.length > shownActions ? actions.slice(0, shownActions - 1) : actions
  const rest = actions.slice(inView.length)
  return (
    <div className={styles.rowActions}>
      {inView.map(({ key, label, run, isDanger = false }) => (
        <Button key={key} type="link" size="small" danger={isDanger} onClick={() => inBackground(run())}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: rest.map(({ key, label, run, isDanger = false }) => ({
              key,
              label,
              danger: isDanger,
              onClick: () => inBackground(run()),
            })),
          }}
        >
          <Button type="link" size="small" icon={<MoreOutlined />} iconPlacement="end">
            {t('table.more')}
          </Button>
        </Dropdown>
      )}
    </div>
  )
}
