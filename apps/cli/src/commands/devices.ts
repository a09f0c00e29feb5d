import { type Device, devices } from '@fleetdeck/contract/devices'
import { capabilities } from '@fleetdeck/contract/script-api/capabilities'
import { defineCommand } from '../command.ts'
import { ExitCode } from '../failure.ts'
import { findGroup } from '../find-rows.ts'
import { counted, table } from '../output.ts'

export const devicesCommand = defineCommand({
  name: 'devices',
  text: 'lists devices with their status',
  options: {
    group: { value: 'NAME', text: 'only devices of this group', suggests: 'groups' },
    online: { text: 'only devices that are online' },
    search: { value: 'TEXT', text: 'searched in number, identity, brand, model, IMEI and address' },
  },
  notes: [
    'Lacks: what scripts cannot do on the phone; ? if it has not said. With --json, “can” lists what scripts can do.',
  ],
  async run({ values }, { client, output }) {
    const server = await client()
    const group = values.group === undefined ? undefined : await findGroup(server, values.group)
    const rows = await server.rows(devices.list, {
      assStatus: '1',
      orderByColumn: 'deviceNo',
      isAsc: 'asc',
      groupId: group?.id,
      online: values.online ? '1' : undefined,
      search: values.search,
    })
    output.result(rows, () =>
      [
        table(
          ['Number', 'Status', 'Group', 'Model', 'Battery', 'Task', 'Lacks'],
          rows.map(({ deviceNo, status, groupName, brand, mode, runtime, can }) => [
            deviceNo,
            status === 1 ? 'disabled' : runtime.online ? 'online' : 'offline',
            groupName,
            [brand, mode].filter(Boolean).join(' '),
            runtime.battery === null ? null : `${runtime.battery}%`,
            runtime.taskName,
            lackedBy(can),
          ]),
        ),
        counted(rows.length, 'device'),
      ].join('\n'),
    )
    return ExitCode.done
  },
})

const lackedBy = (can: Device['can']) =>
  can === null ? '?' : capabilities.filter((name) => !can.includes(name)).join(', ')
