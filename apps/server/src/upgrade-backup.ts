import path from 'node:path'
import { type Message, say, TerminalError } from '@fleetdeck/i18n/terminal'
import type { Env } from './env.ts'
import { siteEncryption } from './platform/backup/encryption.ts'
import { makeBackup } from './platform/backup/make-backup.ts'
import { backupFolder, backupStamp, byTime, upgradeBackupName } from './platform/backup/newest-backup.ts'
import { productVersion } from './platform/core/product.ts'
import { Seal } from './platform/core/seal.ts'
import type { BeforeUpgrade } from './platform/db/open-db.ts'
import { ParameterStore } from './platform/parameters/parameter-store.ts'
import { keyFile, readKey } from './platform/seals/key-file.ts'
import type { ObjectStore } from './platform/storage/object-store.ts'
import { openStore } from './platform/storage/open-store.ts'

const mostKept = 3

/** The backup could not be made; nothing was changed. */
class UpgradeBackupFailed extends TerminalError {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(say('upgrade.backupFailed', { folder, reason, setting: 'BACKUP_BEFORE_UPGRADE=off' }), { cause })
  }
}

/** Makes a backup before a database is upgraded, unless the setting is off. */
export function backupBeforeUpgrade(
  env: Pick<Env, 'backupBeforeUpgrade' | 'dataDir' | 'filesDir' | 's3' | 'secretKeyFile'>,
  print: (line: Message) => unknown,
): BeforeUpgrade | undefined {
  if (!env.backupBeforeUpgrade) return undefined
  const { dataDir } = env
  return async (open) => {
    const began = performance.now()
    let folder = backupFolder(dataDir)
    try {
      const store = await openStore(env)
      folder = store.isFolder ? path.join(store.address, 'backups') : `${store.address}backups`
      print(say('upgrade.backingUp', { folder }))
      // A database from before there were sealed secrets has no key.
      const seal = (await readKey(keyFile(env))) ?? Seal.generate()
      const parameters = new ParameterStore(open.db, seal)
      await parameters.load()
      const encryption = siteEncryption(parameters)
      const name = `before-${productVersion}-${backupStamp()}.tar${encryption ? '.age' : ''}`
      const file = path.join(store.workFolder, 'backups', name)
      const { signal } = new AbortController()
      await makeBackup(file, { open, dataDir, store, encryption, key: seal.key, signal })
      await store.take(file, 'backups', name, signal)
      await removeOld(store)
      store.close()
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      print(say('upgrade.backedUp', { file: store.isFolder ? path.join(folder, name) : name, seconds }))
    } catch (error) {
      throw new UpgradeBackupFailed(folder, error)
    }
  }
}

async function removeOld(store: ObjectStore): Promise<void> {
  const names: string[] = []
  for await (const { fileName } of store.list('backups'))
    if (upgradeBackupName.test(fileName)) names.push(fileName)
  for (const name of names.sort(byTime).slice(mostKept)) await store.remove('backups', name)
}
