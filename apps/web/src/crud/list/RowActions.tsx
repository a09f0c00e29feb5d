import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { RowAction } from '../crud-contract.ts'

/** Maximum number of buttons per row, including "more". */
const shownActions = 3

/** The first actions as buttons, the rest under "more". Lists have hundreds of them: the browser's own buttons. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const inView = actions.length > shownActions ? actions.slice(0, shownActions - 1) : actions
  const rest = actions.slice(inView.length)
  return (
    <div className={styles.rowActions}>
      {inView.map(({ key, label, run, isDanger = false }) => (
        <button
          key={key}
          type="button"
          className={styles.rowAction}
          data-danger={isDanger}
          onClick={() => inBackground(run())}
        >
          {label}
        </button>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} />}
    </div>
  )
}

/** The menu is made when it is opened for the first time. */
function MoreActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [isMade, setMade] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The menu closes for a press outside it, before the click of that press.
  const wasOpen = useRef<boolean>(undefined)
  return (
    <span className={styles.moreActions}>
      <button
        ref={button}
        type="button"
        className={styles.rowAction}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={() => {
          setMade(true)
          setOpen(!(wasOpen.current ?? isOpen))
          wasOpen.current = undefined
        }}
      >
        {t('table.more')}
        <MoreOutlined />
      </button>
      {isMade && (
        <Dropdown
          open={isOpen}
          onOpenChange={(isWanted) => {
            if (isWanted) return
            setOpen(false)
            button.current?.focus({ preventScroll: true })
          }}
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: actions.map(({ key, label, run, isDanger = false }) => ({
              key,
              label,
              danger: isDanger,
              onClick: () => inBackground(run()),
            })),
          }}
        >
          <span className={styles.moreAnchor} />
        </Dropdown>
      )}
    </span>
  )
}
