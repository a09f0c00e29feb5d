import { type Device, devices } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useReloadDevices } from './use-device-commands.ts'

export type RowState = 'waiting' | 'running' | 'done' | 'failed'
export interface AssignRow {
  device: Device
  deviceNo: string
  state: RowState
  /** Reason for a failure. */
  reason?: string
}
export interface Target {
  tenantId: number
  groupId: number
}

const assign = ({ device, deviceNo }: AssignRow, target: Target) =>
  call(devices.addAssDevice, {
    body: {
      ...target,
      deviceNo: deviceNo.trim(),
      deviceId: device.deviceId,
      brand: device.brand,
      mode: device.mode,
      status: Status.on,
    },
  })

/** One call per phone (spec §7), sequentially, each with a result; it can be stopped between two calls. */
export function useAssignment(picked: readonly Device[], proposed: readonly string[]) {
  const reload = useReloadDevices()
  const [rows, setRows] = useState<AssignRow[]>(() =>
    picked.map((device, index) => ({ device, deviceNo: proposed[index] ?? '', state: 'waiting' })),
  )
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)

  const change = (id: number, part: Partial<AssignRow>) =>
    setRows((now) => now.map((row) => (row.device.id === id ? { ...row, ...part } : row)))

  const runOne = async (row: AssignRow, target: Target) => {
    change(row.device.id, { state: 'running' })
    try {
      await assign(row, target)
      change(row.device.id, { state: 'done' })
      return true
    } catch (error) {
      const reason = errorMessage(error)
      change(row.device.id, { state: 'failed', reason })
      return false
    }
  }

  /** Runs what is not done yet; returns whether everything is done. */
  const run = async (target: Target): Promise<boolean> => {
    isStopped.current = false
    setRunning(true)
    let isComplete = true
    for (const row of rows.filter(({ state }) => state !== 'done')) {
      if (isStopped.current || !(await runOne(row, target))) isComplete = false
    }
    setRunning(false)
    await reload()
    return isComplete
  }

  return {
    rows,
    isRunning,
    run,
    stop: () => {
      isStopped.current = true
    },
    setNumber: (id: number, deviceNo: string) => change(id, { deviceNo, state: 'waiting' }),
    /** In the order of the phones; one without a number keeps what it has. */
    setNumbers: (numbers: readonly (string | undefined)[]) =>
      setRows((now) =>
        now.map((row, index) =>
          row.state === 'done' ? row : { ...row, deviceNo: numbers[index] ?? row.deviceNo, state: 'waiting' },
        ),
      ),
  }
}
