import { PlusOutlined } from '@ant-design/icons'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'

interface NewGroupProps {
  ownerId: number | undefined
  onMade: (id: number) => void
}

/** Creates a group within the form that needs it. */
export function NewGroup({ ownerId, onMade }: NewGroupProps) {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const making = useMutation({
    mutationFn: async (groupName: string) => {
      await call(deviceGroups.add, { body: { groupName, tenantId: ownerId } })
      const { list } = await call(deviceGroups.list, { query: { name: groupName, tenantId: ownerId } })
      return list.find((group) => group.groupName === groupName)?.id
    },
    onSuccess: async (id) => {
      setName('')
      await client.invalidateQueries({ queryKey: [deviceGroups.list.path] })
      if (id !== undefined) onMade(id)
    },
  })
  const make = () => {
    if (name.trim() && !making.isPending) making.mutate(name.trim())
  }
  return (
    <Space.Compact style={{ width: '100%', padding: 8, boxSizing: 'border-box' }}>
      <Input
        size="small"
        maxLength={50}
        value={name}
        placeholder={t('deviceGroup.name')}
        aria-label={t('deviceGroup.name')}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          // The surrounding select would handle the keys.
          event.stopPropagation()
          if (event.key === 'Enter') {
            event.preventDefault()
            make()
          }
        }}
      />
      <Button size="small" icon={<PlusOutlined />} loading={making.isPending} onClick={make}>
        {t('deviceGroup.new')}
      </Button>
    </Space.Compact>
  )
}
