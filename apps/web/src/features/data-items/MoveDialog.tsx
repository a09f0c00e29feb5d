import { dataGroups } from '@fleetdeck/contract/data-groups'
import { type DataItem, dataItems } from '@fleetdeck/contract/data-items'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { DataGroupPicker } from '../../components/pickers/DataGroupPicker.tsx'
import { useText } from '../../ground/language.ts'

interface MoveDialogProps {
  items: readonly DataItem[]
  onMoved: () => void
  onClose: () => void
}

/** Moves items to another group of the same owner. */
export function MoveDialog({ items, onMoved, onClose }: MoveDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const [groupId, setGroupId] = useState<number>()
  const moving = useMutation({
    mutationFn: (target: number) =>
      call(dataItems.move, { body: { ids: items.map(({ id }) => id), groupId: target } }),
    onSuccess: async ({ moved, left }) => {
      showSuccess(left > 0 ? t('dataItem.movedPartly', { moved, left }) : t('dataItem.moved', { moved }))
      onMoved()
      onClose()
      await client.invalidateQueries({ queryKey: [dataItems.list.path] })
      await client.invalidateQueries({ queryKey: [dataGroups.list.path] })
    },
  })
  return (
    <Modal
      open
      title={t('dataItem.moveTitle', { count: items.length })}
      okText={t('dataItem.move')}
      cancelText={t('table.cancel')}
      okButtonProps={{ disabled: groupId === undefined, loading: moving.isPending }}
      onOk={() => groupId !== undefined && moving.mutate(groupId)}
      onCancel={onClose}
    >
      <DataGroupPicker
        value={groupId ?? null}
        onChange={setGroupId}
        placeholder={t('dataItem.groupRequired')}
      />
    </Modal>
  )
}
