import { backups as calls, type StepState } from '@fleetdeck/contract/backups'
import type { Contract, Endpoint } from '@fleetdeck/contract/endpoint'
import { dbCommand } from '@fleetdeck/i18n/terminal-layout'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { readSteps } from '../../platform/backup/backup-steps.queries.ts'
import { type Backups, upgradedTo } from '../../platform/backup/backups.ts'
import type { Copies } from '../../platform/backup/copies.ts'
import { siteEncryption } from '../../platform/backup/encryption.ts'
import { placeAddress } from '../../platform/backup/places/open-place.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { type Call, type Handlers, implement } from '../../platform/http/implement.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { StorageFailure } from '../../platform/storage/storage-failure.ts'

type Target = 'backup' | 'copyBackup' | 'proveBackup'

/** Runs the jobs of backups, and reports whether one is in progress on any server. */
interface BackupJobs {
  runTarget(target: Target): Promise<void>
  isTargetRunning(target: Target): Promise<boolean>
}

interface BackupParts {
  backups: Backups
  copies: Copies
  jobs: BackupJobs
}

export function backupRoutes(
  app: FastifyInstance,
  { db, parameters }: Pick<Deps, 'db' | 'parameters'>,
  { backups, copies, jobs }: BackupParts,
) {
  const found = async (fileName: string) => {
    const backup = await backups.find(fileName)
    if (!backup) throw new AppError('backupGone')
    return backup
  }
  const start = (target: Target) => async () => {
    await jobs.runTarget(target)
    return null
  }
  const { download, ...others } = calls

  const handlers: Handlers<typeof others> = {
    list: async () => {
      const { make, copy, prove } = await readSteps(db)
      const isRunning = await jobs.isTargetRunning('backup')
      // A job that has just started does not have its step yet.
      const isCopying = copy.isRunning || (await jobs.isTargetRunning('copyBackup'))
      const isProving = prove.isRunning || (await jobs.isTargetRunning('proveBackup'))
      return {
        list: (await backups.listAll()).map((backup) => ({
          ...backup,
          beforeUpgradeTo: upgradedTo(backup.fileName),
        })),
        isRunning,
        place: placeAddress(parameters),
        command: dbCommand,
        encryption: shownEncryption(parameters),
        make: { ...make, isRunning },
        copy: { ...copy, isRunning: isCopying },
        prove: { ...prove, isRunning: isProving },
      }
    },

    copies: async () => {
      const { list, failure } = await copies.list()
      return { list, failure: shown(failure) }
    },

    add: start('backup'),
    copy: start('copyBackup'),
    prove: start('proveBackup'),
    testPlace: async () => ({ failure: shown(await copies.test()) }),

    remove: async ({ body }) => {
      await backups.remove((await found(body.fileName)).fileName)
      return null
    },
  }
  implement(app, others, overAllData(others, handlers))

  const route = { config: { endpoint: download }, schema: { querystring: download.query } }
  app.get(download.path, route, async (request, reply) => {
    requireAllData(request.caller, download)
    const backup = await found((request.query as { fileName: string }).fileName)
    const content = await backups.open(backup)
    if (!content) throw new AppError('backupGone')
    return reply
      .header(
        'content-type',
        backup.fileName.endsWith('.age') ? 'application/octet-stream' : 'application/x-tar',
      )
      .header('content-length', backup.size)
      .header('content-disposition', `attachment; filename="${backup.fileName}"`)
      .send(content)
  })
}

/** The same calls for roles over all data only. */
function overAllData<C extends Contract>(contract: C, handlers: Handlers<C>): Handlers<C> {
  const guarded = Object.entries(contract).map(([name, endpoint]) => {
    const handle = handlers[name] as (call: Call<Endpoint>) => Promise<unknown>
    const guard = async (call: Call<Endpoint>) => {
      requireAllData(call.caller, endpoint)
      return handle(call)
    }
    return [name, guard]
  })
  return Object.fromEntries(guarded) as Handlers<C>
}

/** A backup has the data of every tenant, and all secrets. */
function requireAllData(caller: Caller | undefined, { permission }: Endpoint): void {
  if (!caller || scopeFor(caller, permission) !== 'all') throw new AppError('backupNeedsAllData')
}

function shownEncryption(parameters: ParameterStore) {
  const encryption = siteEncryption(parameters)
  return {
    hasPassphrase: !!encryption && 'passphrase' in encryption,
    recipients: parameters.get('sys.backup.recipients'),
  }
}

const shown = (failure: StorageFailure | null): Omit<NonNullable<StepState['failure']>, 'at'> | null =>
  failure && { reason: failure.reason, detail: failure.detail }
