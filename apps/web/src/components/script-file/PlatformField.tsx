import { platforms } from '@fleetdeck/contract/platforms'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { call } from '../../api/call.ts'
import { defaultListSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'

/** The platform of scripts. */
export function PlatformField() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [platforms.list.path, 'options'],
    queryFn: ({ signal }) =>
      call(platforms.list, { query: { pageSize: defaultListSize, orderByColumn: 'platformName' }, signal }),
  })
  const options = data?.list.map(({ id, platformName }) => ({ value: id, label: platformName }))
  return (
    <Form.Item
      name="platformId"
      label={t('script.platform')}
      rules={[{ required: true, message: t('script.platformRequired') }]}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('table.chooseFrom')}
        options={options ?? []}
        loading={!data}
      />
    </Form.Item>
  )
}
