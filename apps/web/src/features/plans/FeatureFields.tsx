import { plans } from '@fleetdeck/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Skeleton, Switch } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { MenuMatrix } from '../../components/menu-grants/MenuMatrix.tsx'
import { useText } from '../../ground/language.ts'

const noIds: readonly number[] = []

/** A field of the form: the menus that a plan includes. */
function MenuField({
  value = noIds,
  onChange,
}: {
  value?: readonly number[]
  onChange?: (ids: number[]) => void
}) {
  const [isLinked, setLinked] = useState(true)
  const { data } = useQuery({
    queryKey: [plans.menus.path],
    queryFn: ({ signal }) => call(plans.menus, { signal }),
  })
  if (!data) return <Skeleton active title={false} />
  return (
    <MenuMatrix
      nodes={data}
      newIds={noIds}
      value={new Set(value)}
      onChange={(change) => onChange?.([...change(new Set(value))])}
      isLinked={isLinked}
      onLink={setLinked}
    />
  )
}

/** Whether a plan limits features, and to which menus. */
export function FeatureFields() {
  const t = useText()
  const isLimited: boolean = Form.useWatch('limitsFeatures') ?? false
  return (
    <>
      <Form.Item
        name="limitsFeatures"
        label={t('plan.limitFeatures')}
        extra={t('plan.limitFeaturesHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="menuIds" label={t('plan.menus')} hidden={!isLimited}>
        {isLimited ? <MenuField /> : <Input />}
      </Form.Item>
    </>
  )
}
