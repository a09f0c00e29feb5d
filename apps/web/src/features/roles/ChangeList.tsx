import type { RoleChange } from '@fleetdeck/contract/role-changes'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Flex, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { RoleDifferenceView } from './RoleDifferenceView.tsx'
import styles from './role-changes.module.css'

const kindTexts: Record<RoleChange['kind'], TextKey> = {
  add: 'role.changeAdd',
  edit: 'role.changeEdit',
  scope: 'role.changeScope',
  status: 'role.changeStatus',
  remove: 'role.changeRemove',
  undo: 'role.changeUndo',
}

interface ChangeListProps {
  changes: readonly RoleChange[]
  actionOf?: (change: RoleChange) => ReactNode
}

/** Changes of a role, newest first: user, time and difference. */
export function ChangeList({ changes, actionOf }: ChangeListProps) {
  const t = useText()
  return (
    <ul className={styles.list}>
      {changes.map((change) => (
        <li key={change.id}>
          <Flex wrap gap="4px 8px" align="center">
            <Tag style={{ marginInlineEnd: 0 }}>{t(kindTexts[change.kind])}</Tag>
            <strong>{change.userName}</strong>
            <Typography.Text type="secondary">
              <TimeText value={change.createdAt} />
            </Typography.Text>
            <span className={styles.action}>{actionOf?.(change)}</span>
          </Flex>
          <RoleDifferenceView difference={change} />
        </li>
      ))}
    </ul>
  )
}
