import { deviceGroups } from '@fleetdeck/contract/device-groups'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { lockPlaces, readPlaces } from '../../domain/devices/device-quota.queries.ts'
import { insertDevices, updateDevice } from '../../domain/devices/device-rows.queries.ts'
import { ensureGroups, findGroupIds } from '../../domain/devices/group-rows.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { may } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { text } from '../../platform/http/language.ts'
import { findNumbers } from './former-import.queries.ts'
import { type ImportContext, type Importer, type Judged, judged, refusedFor } from './import-context.ts'
import type { Drafts, Line } from './to-lines.ts'

type Device = Drafts['devices']
type Known = Awaited<ReturnType<typeof findNumbers>>[number]
type JudgedDevice = Judged<Device, { id: DeviceId }>

const isNew = ({ state }: JudgedDevice) => state === 'new'
const isWritten = ({ state }: JudgedDevice) => state === 'new' || state === 'changed'
const groupsOf = (lines: { draft: Device }[]) => [
  ...new Set(lines.flatMap(({ draft }) => draft.groupName || [])),
]

/** Filled cells that differ; brand and model are those of the phone. */
const isChanged = (known: Known, { groupName, imei, expireTime }: Device) =>
  (groupName !== '' && groupName !== known.groupName) ||
  (imei !== '' && imei !== known.imei) ||
  (expireTime !== '' && Date.parse(expireTime) !== known.expireTime?.getTime())

/** @param planned groups that the import would have added */
export function importDevices(context: ImportContext, planned: Set<string>): Importer<Device, JudgedDevice> {
  const { deps, caller, language, owner, update, dryRun } = context
  const mayAddGroups = may(caller, deviceGroups.add.permission)
  let plannedDevices = 0

  function judgeKnown(line: Line<Device>, known: Known): JudgedDevice {
    if (known.tenantId !== owner) return refusedFor(context, line, 'formerImport.numberOfOther')
    if (!isChanged(known, line.draft)) return judged(line, 'same')
    return update
      ? { ...judged(line, 'changed'), id: known.id }
      : refusedFor(context, line, 'formerImport.exists')
  }

  /** Refuses new devices beyond the quotas of the owner and of the site. */
  async function withinQuota(db: Db, lines: JudgedDevice[]): Promise<JudgedDevice[]> {
    const { left, refusal } = await (dryRun ? readPlaces : lockPlaces)(db, owner)
    const fresh = lines.filter(isNew)
    const within = fresh.slice(0, left === undefined ? undefined : Math.max(0, left - plannedDevices))
    const refusals = new Map(fresh.slice(within.length).map((line) => [line, refusal]))
    try {
      if (within.length) await deps.license.checkPlaces(db, plannedDevices + within.length)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      for (const line of within) refusals.set(line, error)
    }
    return lines.map((line) => {
      const refused = refusals.get(line)
      return refused ? refusedFor(context, line, refused) : line
    })
  }

  /** A group that is missing comes with the first device in it. */
  async function withGroups(db: Db, lines: JudgedDevice[]): Promise<JudgedDevice[]> {
    const present = await findGroupIds(db, owner, groupsOf(lines))
    const known = new Set([...present.keys(), ...planned])
    return lines.map((line) => {
      const name = line.draft.groupName
      if (!isWritten(line) || name === '' || known.has(name)) return line
      if (!mayAddGroups) return refusedFor(context, line, 'formerImport.groupMissing', { name })
      known.add(name)
      return { ...line, reason: text(language, 'formerImport.groupAdded', { name }) }
    })
  }

  return {
    async judge(db, lines) {
      const found = await findNumbers(
        db,
        lines.map(({ draft }) => draft.deviceNo),
      )
      const byNumber = new Map(found.map((known) => [known.deviceNo, known]))
      const first = lines.map((line): JudgedDevice => {
        const known = byNumber.get(line.draft.deviceNo)
        return known ? judgeKnown(line, known) : judged(line, 'new')
      })
      return withGroups(db, await withinQuota(db, first))
    },

    async write(tx, lines) {
      const groups = await ensureGroups(tx, owner, groupsOf(lines.filter(isWritten)))
      const groupOf = ({ groupName }: Device) => groups.get(groupName) ?? null
      const rows = lines.filter(isNew).map(({ draft }) => ({
        ...draft,
        tenantId: owner,
        groupId: groupOf(draft),
        expireTime: draft.expireTime ? new Date(draft.expireTime) : null,
      }))
      const added = await insertDevices(tx, rows)
      for (const { id, draft } of lines) {
        if (id === undefined) continue
        const groupId = groupOf(draft)
        await updateDevice(tx, id, {
          ...(groupId !== null && { groupId }),
          ...(draft.imei && { imei: draft.imei }),
          ...(draft.expireTime && { expireTime: new Date(draft.expireTime) }),
        })
      }
      return lines.map((line) =>
        isNew(line) && !added.has(line.draft.deviceNo)
          ? refusedFor(context, line, new AppError('deviceNoTaken'))
          : line,
      )
    },

    note(lines) {
      for (const { id } of lines) {
        if (id === undefined || dryRun) continue
        const details = { action: 'edit' }
        deps.events.record({ deviceId: id, kind: 'changed', userId: caller.userId, details })
      }
      if (!dryRun) return
      plannedDevices += lines.filter(isNew).length
      for (const name of groupsOf(lines.filter(isWritten))) planned.add(name)
    },
  }
}
