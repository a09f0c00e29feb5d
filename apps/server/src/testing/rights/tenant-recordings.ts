import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { TestSite } from '@fleetdeck/testing/site/test-site'
import { RecordingWriter } from '../../domain/recordings/recording-writer.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { recordings } from '../../platform/db/schema/recordings.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'

type Owner = Pick<TenantFixtures, 'tenant' | 'ownerId' | 'deviceRowId' | 'deviceNo'>

/** A finished recording, in which the home key was pressed. */
export async function addRecording(
  { deps, dataDir }: TestSite,
  { tenant, ownerId, deviceRowId, deviceNo }: Owner,
) {
  const folder = path.join(dataDir, 'recordings')
  await mkdir(folder, { recursive: true })
  const fileName = `${tenant}-${Date.now()}-${Math.random()}.fdrec`
  const writer = await RecordingWriter.create(path.join(folder, fileName), () => {})
  const frame = { action: 'canvas_action', action_type: 'home', x: 0, y: 0 }
  writer.note('input', 10, { name: tenant, frame })
  await writer.close()
  const row = { deviceId: deviceRowId, deviceNo, tenantId: ownerId, userId: ownerId, fileName }
  const saved = await deps.db
    .insert(recordings)
    .values({ ...row, keepsTexts: false, state: 'done', ending: 'stopped' })
    .returning({ id: recordings.id })
  return insertedRow(saved).id
}
