import { devices } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { maxTestPhones, type ScriptSource } from '@fleetdeck/contract/script-sources'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { pickerPageSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'

interface PhonesSelectProps {
  id?: string
  known: ScriptSource['testPhones']
  value?: DeviceId[]
  onChange?: (ids: DeviceId[]) => void
}

function PhonesSelect({ id, known, value = [], onChange }: PhonesSelectProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed)
  const { data, isFetching } = useQuery({
    queryKey: [devices.list.path, 'testPhones', search],
    queryFn: ({ signal }) =>
      call(devices.list, {
        query: { assStatus: '1', search, pageSize: pickerPageSize, orderByColumn: 'deviceNo' },
        signal,
      }),
  })
  const found = [...known, ...(data?.list ?? [])]
  const options = [...new Map(found.map((phone) => [phone.id, phone])).values()]
  return (
    <Select
      {...(id && { id })}
      mode="multiple"
      maxCount={maxTestPhones}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t('table.pickHint')}
      loading={isFetching}
      value={value}
      onChange={(ids: DeviceId[]) => onChange?.(ids)}
      options={options.map(({ id: value, deviceNo }) => ({ value, label: deviceNo }))}
    />
  )
}

export function TestPhonesField({ known }: { known: ScriptSource['testPhones'] }) {
  const t = useText()
  return (
    <Form.Item
      name="testPhoneIds"
      label={t('scriptSource.testPhones')}
      extra={t('scriptSource.testPhonesHint')}
    >
      <PhonesSelect known={known} />
    </Form.Item>
  )
}
