import { type DeviceIncidentDetail, deviceIncidents } from '@fleetdeck/contract/device-incidents'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { personName, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './device-incidents.module.css'
import { useIncidentActs } from './use-incident-acts.ts'

/** Who takes care of the incident: one of those who may see it. */
export function AssigneeField({ incident }: { incident: DeviceIncidentDetail }) {
  const t = useText()
  const mayAssign = useMay(deviceIncidents.assign.permission)
  const { assign } = useIncidentActs(incident)
  const { id, assigneeId, assignee, isPartial } = incident
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const name = useDebounced(typed)
  const { data = [], isFetching } = useQuery({
    queryKey: [deviceIncidents.assignees.path, id, name],
    queryFn: ({ signal }) => call(deviceIncidents.assignees, { query: { id, name }, signal }),
    enabled: isOpen,
    meta: { silent: true },
  })
  if (!mayAssign || isPartial) return <>{assignee ?? t('deviceIncident.nobody')}</>
  const found = data.map((user) => ({ value: user.id as number, label: personName(user) }))
  const isListed = assigneeId === null || found.some(({ value }) => value === assigneeId)
  return (
    <Select
      className={styles.assignee}
      aria-label={t('deviceIncident.assignee')}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      placeholder={t('deviceIncident.nobody')}
      value={assigneeId}
      options={isListed ? found : [{ value: assigneeId, label: assignee }, ...found]}
      onOpenChange={setOpen}
      onChange={(userId: number | undefined) => void assign(userId ?? null).catch(() => {})}
    />
  )
}
