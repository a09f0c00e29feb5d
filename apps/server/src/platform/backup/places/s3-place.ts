import { randomUUID } from 'node:crypto'
import { S3Bucket, type S3Limits, type S3Settings } from '../../storage/s3-bucket.ts'
import type { StoredBackup } from '../backups.ts'
import { backupName } from '../newest-backup.ts'
import type { BackupPlace } from './place.ts'

/** A bucket of an S3-compatible storage. */
export class S3Place implements BackupPlace {
  readonly #settings: S3Settings
  readonly #bucket: S3Bucket

  constructor(settings: S3Settings, limits?: S3Limits) {
    this.#settings = settings
    this.#bucket = new S3Bucket(settings, limits)
  }

  addressOf = (fileName: string): string => {
    const { endpoint, region, bucket, prefix, pathStyle } = this.#settings
    const query = new URLSearchParams({
      ...(endpoint && { endpoint }),
      ...(region && { region }),
      ...(!pathStyle && { pathStyle: 'false' }),
    })
    return `s3://${bucket}/${encodeURI(prefix)}${fileName}${query.size ? `?${query}` : ''}`
  }

  async list(): Promise<StoredBackup[]> {
    const found: StoredBackup[] = []
    for await (const { name, size, modifiedAt } of this.#bucket.list(''))
      if (backupName.test(name)) found.push({ fileName: name, size, madeAt: modifiedAt })
    return found.sort((a, b) => (a.fileName < b.fileName ? 1 : -1))
  }

  put = (file: string, fileName: string, signal: AbortSignal): Promise<void> =>
    this.#bucket.put(file, fileName, signal)

  get = (fileName: string, file: string, signal: AbortSignal): Promise<void> =>
    this.#bucket.get(fileName, file, signal)

  remove = (fileName: string): Promise<void> => this.#bucket.remove(fileName)

  removePartial = (): Promise<void> =>
    this.#bucket.removePartial((name) => backupName.test(name), 'fleetdeck-')

  test = (): Promise<void> => this.#bucket.test(`fleetdeck-test-${randomUUID()}`)

  close(): void {
    this.#bucket.close()
  }
}
