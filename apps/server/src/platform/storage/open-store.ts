import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { FolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'
import { StorageFailure } from './storage-failure.ts'

export interface StoreSettings {
  dataDir: string
  /** By default the data folder. */
  filesDir?: string | undefined
  s3?: S3Env | undefined
}

/** A bucket; its keys are those of the environment, as other programs use them. */
export interface S3Env {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  pathStyle: boolean
  downloadUrl: string
}

/** The S3 client is large: only those who use it load it. */
const loadS3 = () => import('./s3-store.ts')

/** The store of the settings, which was written and read. Throws a TerminalError that says what to check. */
export async function openStore(settings: StoreSettings): Promise<ObjectStore> {
  const store = await create(settings)
  await store.test().catch((error: Error) => {
    const { address } = store
    const checked = settings.s3 ? s3Settings : settings.filesDir ? 'FILES_DIR' : 'DATA_DIR'
    const detail = (error instanceof StorageFailure && error.detail) || error.message
    throw new TerminalError(say('failure.storage', { address, detail, settings: checked }), { cause: error })
  })
  return store
}

const s3Settings = ['S3_URL', 'S3_BUCKET', 'S3_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

async function create({ dataDir, filesDir, s3 }: StoreSettings): Promise<ObjectStore> {
  if (!s3) return new FolderStore(filesDir ?? dataDir)
  const { S3Store } = await loadS3()
  return new S3Store({ ...s3, keys: undefined, allowed: undefined, workFolder: dataDir })
}
