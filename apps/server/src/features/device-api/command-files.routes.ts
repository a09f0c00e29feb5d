import type { DeviceId } from '@fleetdeck/contract/ids'
import { commandFile, commandUpload } from '@fleetdeck/contract/phone-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { fileOfRun, keepFile, runAwaitingFile } from '../../domain/devices/command-files.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { receiveFile } from '../../platform/files/receive-file.ts'
import { sendFile } from '../../platform/files/send-file.ts'

/** Files of commands: the package that a phone installs, and files requested from a phone. */
export function commandFileRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files, downloads, parameters } = deps
  const options = { config: { endpoint: commandFile }, schema: { params: commandFile.params } }
  app.get(commandFile.path, options, async (request, reply) => {
    const { cmdSubId, fileName } = request.params as z.output<typeof commandFile.params>
    const { file: row } = await runOfCaller(deps, request, await fileOfRun(db, cmdSubId, fileName))
    return sendFile(request, reply, { files, downloads, row })
  })

  const sent = { config: { endpoint: commandUpload }, schema: { params: commandUpload.params } }
  app.post(commandUpload.path, sent, async (request) => {
    const { cmdSubId } = request.params as z.output<typeof commandUpload.params>
    const run = await runOfCaller(deps, request, await runAwaitingFile(db, cmdSubId))
    const row = await receiveFile(files, request, {
      ownerId: run.ownerId,
      limit: parameters.get('sys.uploadFile.fileSize'),
      types: 'any',
      temporary: true,
    })
    await keepFile(db, run.id, row.fileName)
    return { code: 0, msg: '', data: null }
  })
}

/** The run, if it is the calling phone's. The run names the phone where its number alone may do so. */
async function runOfCaller<Run extends { deviceId: DeviceId; deviceNo: string }>(
  { phones }: Deps,
  request: FastifyRequest,
  run: Run | undefined,
): Promise<Run> {
  const { deviceId } = await phones.ofRequest(request, run?.deviceNo)
  if (run?.deviceId !== deviceId) throw new AppError('fileGone')
  return run
}
