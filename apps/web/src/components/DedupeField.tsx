import { Status } from '@fleetdeck/contract/enums'
import { Form, Switch } from 'antd'

/** On is 0, as for every switch of this API. */
export function DedupeField({ label, hint }: { label: string; hint: string }) {
  return (
    <Form.Item
      name="dedupe"
      label={label}
      extra={hint}
      getValueProps={(value) => ({ checked: value === Status.on })}
      normalize={(isOn: boolean) => (isOn ? Status.on : Status.off)}
    >
      <Switch />
    </Form.Item>
  )
}
