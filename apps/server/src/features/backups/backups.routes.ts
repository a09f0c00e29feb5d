import { backups as calls } from '@fleetdeck/contract/backups'
import type { FastifyInstance } from 'fastify'
import type { Backups } from '../../platform/backup/backups.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'

/** Runs backups, and reports whether one is in progress on any server. */
interface BackupJob {
  runTarget(target: 'backup'): Promise<void>
  isTargetRunning(target: 'backup'): Promise<boolean>
}

export function backupRoutes(app: FastifyInstance, backups: Backups, job: BackupJob) {
  const found = async (fileName: string) => {
    const backup = await backups.find(fileName)
    if (!backup) throw new AppError('backupGone')
    return backup
  }
  const { download, ...others } = calls

  implement(app, others, {
    list: async () => ({ list: await backups.list(), isRunning: await job.isTargetRunning('backup') }),

    add: async () => {
      await job.runTarget('backup')
      return null
    },

    remove: async ({ body }) => {
      await backups.remove((await found(body.fileName)).fileName)
      return null
    },
  })

  const route = { config: { endpoint: download }, schema: { querystring: download.query } }
  app.get(download.path, route, async (request, reply) => {
    const backup = await found((request.query as { fileName: string }).fileName)
    return reply
      .header('content-type', 'application/x-tar')
      .header('content-length', backup.size)
      .header('content-disposition', `attachment; filename="${backup.fileName}"`)
      .header('cache-control', 'no-store')
      .send(backups.read(backup))
  })
}
