import type { RoleId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton, Typography } from 'antd'
import { call } from '../../api/call.ts'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import { ChangeList } from './ChangeList.tsx'

/** `theirs`: load what is stored · `mine`: save over it, or as a new role if it was removed. */
export type ConflictAnswer = 'theirs' | 'mine' | 'new'

interface ConflictDialogProps {
  roleId: RoleId
  /** The revision that the form was opened with. */
  revision: number
  /** Whether the form has all that a new role needs. */
  mayAddNew: boolean
  onAnswer: (answer: ConflictAnswer | undefined) => void
}

/** Somebody else changed or removed the role since it was opened: user, time, difference, and the next step. */
export function ConflictDialog({ roleId, revision, mayAddNew, onAnswer }: ConflictDialogProps) {
  const t = useText()
  const maySee = useMayCall(roleChanges.history)
  const { data } = useQuery({
    queryKey: [roleChanges.history.path, roleId, 'since', revision],
    queryFn: () => call(roleChanges.history, { query: { roleId, since: revision } }),
    enabled: maySee,
    gcTime: 0,
    meta: { silent: true },
  })
  const isRemoved = data?.list[0]?.kind === 'remove'
  return (
    <Modal
      open
      width={560}
      title={t(isRemoved ? 'role.removedTitle' : 'role.conflictTitle')}
      onCancel={() => onAnswer(undefined)}
      footer={[
        <Button key="keep" onClick={() => onAnswer(undefined)}>
          {t('table.keepEditing')}
        </Button>,
        !isRemoved && (
          <Button key="theirs" onClick={() => onAnswer('theirs')}>
            {t('role.loadTheirs')}
          </Button>
        ),
        !isRemoved && (
          <Button key="mine" type="primary" danger onClick={() => onAnswer('mine')}>
            {t('role.saveMine')}
          </Button>
        ),
        isRemoved && mayAddNew && (
          <Button key="new" type="primary" onClick={() => onAnswer('new')}>
            {t('role.saveAsNew')}
          </Button>
        ),
      ]}
    >
      <Typography.Paragraph>{t(isRemoved ? 'role.removedHint' : 'role.conflictHint')}</Typography.Paragraph>
      {maySee && !data && <Skeleton active paragraph={{ rows: 2 }} />}
      {data && <ChangeList changes={data.list} />}
    </Modal>
  )
}
