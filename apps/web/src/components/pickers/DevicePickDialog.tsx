import { type Device, type DeviceQuery, devices } from '@fleetdeck/contract/devices'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Flex, Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { defaultListSize, pickerPageSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { BatteryLevel } from '../BatteryLevel.tsx'
import { DeviceName, DeviceState } from '../DeviceIdentity.tsx'
import { isCharging } from '../device-condition.ts'
import { useDebounced } from './use-debounced.ts'

/** Conditions for the offered devices. */
export type DeviceConditions = Partial<Pick<DeviceQuery, 'tenantId' | 'groupId' | 'online'>>

interface DevicePickDialogProps {
  title: string
  conditions?: DeviceConditions
  okText?: string
  isBusy?: boolean
  /** Gets the selected devices' row ids and numbers, each comma-joined (spec §5, pickers). */
  onPick: (ids: string, deviceNos: string) => void
  onClose: () => void
}

type Chosen = Pick<Device, 'id' | 'deviceNo'>

function usePage(conditions: DeviceConditions, search: string, pageNum: number) {
  const filter = { ...conditions, search, assStatus: '1', orderByColumn: 'deviceNo' } as const
  const page = useQuery({
    queryKey: [devices.list.path, 'picker', filter, pageNum],
    queryFn: ({ signal }) =>
      call(devices.list, { query: { ...filter, pageNum, pageSize: pickerPageSize }, signal }),
    placeholderData: keepPreviousData,
  })
  const everything = useMutation({
    mutationFn: () => call(devices.list, { query: { ...filter, pageSize: defaultListSize } }),
  })
  return { page, everything }
}

const deviceColumns = [
  { key: 'name', render: (_: unknown, device: Device) => <DeviceName device={device} /> },
  {
    key: 'state',
    width: 130,
    render: (_: unknown, device: Device) => <DeviceState device={device} runtime={device.runtime} />,
  },
  {
    key: 'battery',
    width: 84,
    responsive: ['sm' as const],
    render: (_: unknown, { runtime }: Device) => (
      <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
    ),
  },
]

/** Selects assigned devices, ten per page, across pages or all that match, each with its state. */
export function DevicePickDialog(props: DevicePickDialogProps) {
  const { title, conditions = {}, okText, isBusy = false, onPick, onClose } = props
  const t = useText()
  const [search, setSearch] = useState('')
  const [pageNum, setPageNum] = useState(1)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const { page, everything } = usePage(conditions, useDebounced(search), pageNum)
  const { list = [], total = 0 } = page.data ?? {}
  const add = (more: readonly Chosen[]) =>
    setChosen((now) => [...new Map([...now, ...more].map((device) => [device.id, device])).values()])
  const toggle = (device: Chosen) =>
    setChosen((now) => {
      const rest = now.filter(({ id }) => id !== device.id)
      return rest.length < now.length ? rest : [...now, device]
    })
  return (
    <Modal
      open
      title={title}
      width={560}
      okText={okText ?? t('table.choose')}
      cancelText={t('table.cancel')}
      okButtonProps={{ disabled: chosen.length === 0, loading: isBusy }}
      onOk={() =>
        onPick(chosen.map(({ id }) => id).join(','), chosen.map(({ deviceNo }) => deviceNo).join(','))
      }
      onCancel={onClose}
    >
      <Input
        allowClear
        autoFocus
        placeholder={t('devicePicker.hint')}
        aria-label={t('table.pickHint')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setPageNum(1)
        }}
      />
      <Flex align="center" gap={8} style={{ minHeight: 40 }} role="status">
        <span>{t('devicePicker.chosen', { count: chosen.length })}</span>
        {total > pickerPageSize && (
          <Button
            type="link"
            size="small"
            loading={everything.isPending}
            onClick={() => everything.mutate(undefined, { onSuccess: (all) => add(all.list) })}
          >
            {t('devicePicker.all', { total })}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button type="link" size="small" onClick={() => setChosen([])}>
            {t('devicePicker.clear')}
          </Button>
        )}
      </Flex>
      <Table<Device>
        size="small"
        rowKey="id"
        showHeader={false}
        loading={page.isFetching && { delay: 200 }}
        dataSource={list}
        columns={deviceColumns}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('devicePicker.empty') }}
        rowSelection={{
          preserveSelectedRowKeys: true,
          selectedRowKeys: chosen.map(({ id }) => id),
          getCheckboxProps: ({ deviceNo }) => ({ 'aria-label': deviceNo }),
          onSelect: toggle,
        }}
        onRow={(device) => ({ onClick: () => toggle(device) })}
        pagination={{
          size: 'small',
          current: pageNum,
          pageSize: pickerPageSize,
          total,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPageNum,
        }}
      />
    </Modal>
  )
}
