import { devices } from '@fleetdeck/contract/devices'
import { tasks } from '@fleetdeck/contract/tasks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Space } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { DevicePickDialog } from '../../components/pickers/DevicePickDialog.tsx'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

const offered = 50

interface DeviceNosFieldProps {
  id?: string
  value?: string[]
  onChange?: (deviceNos: string[]) => void
}

/** Devices by number: typed, or selected from the list. */
export function DeviceNosField({ id, value = [], onChange }: DeviceNosFieldProps) {
  const t = useText()
  const mayBrowse = useMay(devices.list.permission)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const query = {
    deviceNo: useDebounced(typed) || undefined,
    orderByColumn: 'deviceNo',
    pageSize: offered,
  } as const
  const { data } = useQuery({
    queryKey: [tasks.deviceList.path, query],
    queryFn: ({ signal }) => call(tasks.deviceList, { query, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Space.Compact style={{ width: '100%' }}>
        <Select<string[]>
          {...(id && { id })}
          mode="multiple"
          style={{ width: '100%' }}
          value={value}
          maxTagCount={20}
          placeholder={t('task.devicesHint')}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          notFoundContent={t('table.pickNothing')}
          options={data?.list.map(({ deviceNo, groupName }) => ({
            value: deviceNo,
            label: groupName ? `${deviceNo} · ${groupName}` : deviceNo,
          }))}
          optionLabelProp="value"
          onChange={(next) => onChange?.(next)}
        />
        {mayBrowse && <Button onClick={() => setOpen(true)}>{t('table.browse')}</Button>}
      </Space.Compact>
      {isOpen && (
        <DevicePickDialog
          title={t('task.devices')}
          onClose={() => setOpen(false)}
          onPick={(_, deviceNos) => {
            onChange?.([...new Set([...value, ...deviceNos.split(',').filter(Boolean)])])
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
