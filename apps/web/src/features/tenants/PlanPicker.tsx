import { Status } from '@fleetdeck/contract/enums'
import { type Plan, plans } from '@fleetdeck/contract/plans'
import { call } from '../../api/call.ts'
import { PickedName } from '../../components/pickers/PickedName.tsx'
import { listSource, type PickSource } from '../../components/pickers/pick-source.ts'
import { type PickerProps, RemoteSelect } from '../../components/pickers/RemoteSelect.tsx'

const toOption = ({ id, planName }: Plan) => ({ value: id, label: planName })
const one = async (id: number) => toOption(await call(plans.one, { query: { id } }))

const all: PickSource = { ...listSource(plans.list, { searchBy: 'planName', toOption }), one }
const enabled: PickSource = {
  ...listSource(plans.list, { searchBy: 'planName', toOption, fixed: { status: Status.on } }),
  one,
}

export const PlanFilter = (props: PickerProps) => <RemoteSelect {...props} source={all} />
export const PlanName = ({ id }: { id: string }) => <PickedName source={all} value={id} />

/** A plan that accounts can be given. */
export const PlanPicker = (props: PickerProps) => <RemoteSelect {...props} source={enabled} />
