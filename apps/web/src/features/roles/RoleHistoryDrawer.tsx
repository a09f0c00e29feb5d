import { type RoleChange, roleChanges } from '@fleetdeck/contract/role-changes'
import { type Role, roles } from '@fleetdeck/contract/roles'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Empty, Pagination, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ask, inBackground, showSuccess } from '../../api/feedback.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useMayCall } from '../../crud/use-may-call.ts'
import { pickerPageSize } from '../../ground/constants.ts'
import { seededName, useText } from '../../ground/language.ts'
import { ChangeList } from './ChangeList.tsx'

/** The changes of a role, with user and time; each can be undone. */
export function RoleHistoryDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const mayUndo = useMayCall(roleChanges.undo) && !role.builtIn
  const [pageNum, setPageNum] = useState(1)
  const top = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [roleChanges.history.path, role.id, pageNum],
    queryFn: () =>
      call(roleChanges.history, { query: { roleId: role.id, pageNum, pageSize: pickerPageSize } }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  // A change that the list does not show yet must not be undone with the others.
  const newest = pageNum === 1 ? data?.list[0] : undefined
  const undoing = useMutation({
    mutationFn: ({ id }: RoleChange) =>
      call(roleChanges.undo, { body: { changeId: id, ...(newest && { revision: newest.revision }) } }),
    onError: () => client.invalidateQueries({ queryKey: [roleChanges.history.path] }),
    onSuccess: async () => {
      setPageNum(1)
      await Promise.all(
        [roles.list, roles.one, roleChanges.history].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      )
      showSuccess(t('role.undone'))
    },
  })
  const undo = (change: RoleChange) =>
    inBackground(
      ask({
        title: t('role.undoTitle'),
        content: t('role.undoHint'),
        okText: t('role.undo'),
        onOk: () => undoing.mutateAsync(change),
      }),
    )
  const undoButton = (change: RoleChange) =>
    mayUndo &&
    change.kind !== 'add' &&
    change.kind !== 'remove' && (
      <Button size="small" onClick={() => undo(change)}>
        {t('role.undo')}
      </Button>
    )
  return (
    <Drawer
      open
      size={560}
      title={t('role.historyTitle', { name: seededName(role.roleName) })}
      onClose={onClose}
    >
      <div ref={top} />
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data?.total === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('role.historyEmpty')} />
      )}
      {data && <ChangeList changes={data.list} actionOf={undoButton} />}
      <Pagination
        size="small"
        hideOnSinglePage
        current={pageNum}
        pageSize={pickerPageSize}
        total={data?.total ?? 0}
        showSizeChanger={false}
        onChange={(page) => {
          setPageNum(page)
          top.current?.scrollIntoView()
        }}
      />
    </Drawer>
  )
}
