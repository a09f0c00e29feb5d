import path from 'node:path'
import { decoded } from '@fleetdeck/contract/decoded'
import type { ParameterStore } from '../../parameters/parameter-store.ts'
import { checkPublicAddress } from '../../safe-fetch/safe-fetch.ts'
import { s3Failure } from '../../storage/s3-failure.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { FolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'

/** The S3 client is large: only those who use it load it. */
const loadS3 = () => import('./s3-place.ts')

/** The other place of the site's settings; undefined when there is none. Throws StorageFailure if they are incomplete. */
export async function openPlace(parameters: ParameterStore): Promise<BackupPlace | undefined> {
  const kind = parameters.get('sys.backup.place')
  if (kind === 'none') return undefined
  if (kind === 'folder') {
    const folder = parameters.get('sys.backup.folder')
    if (!folder) throw new StorageFailure('incomplete', 'sys.backup.folder')
    return new FolderPlace(path.resolve(folder))
  }
  for (const key of ['sys.backup.s3.bucket', 'sys.backup.s3.accessKey', 'sys.backup.s3.secretKey'] as const)
    if (!parameters.get(key)) throw new StorageFailure('incomplete', key)
  const endpoint = parameters.get('sys.backup.s3.endpoint')
  const allowed = parameters.get('sys.outgoing.privateNetworks')
  if (endpoint) await checkPublicAddress(endpoint, allowed).catch((error) => Promise.reject(s3Failure(error)))
  const { S3Place } = await loadS3()
  return new S3Place({
    endpoint,
    allowed,
    region: parameters.get('sys.backup.s3.region'),
    bucket: parameters.get('sys.backup.s3.bucket'),
    prefix: parameters.get('sys.backup.s3.prefix'),
    keys: {
      accessKeyId: parameters.get('sys.backup.s3.accessKey'),
      secretAccessKey: parameters.get('sys.backup.s3.secretKey'),
    },
    pathStyle: parameters.get('sys.backup.s3.pathStyle'),
  })
}

/** Where copies go, for people; empty if nowhere. */
export function placeAddress(parameters: ParameterStore): string {
  const kind = parameters.get('sys.backup.place')
  if (kind === 'none') return ''
  if (kind === 'folder') return parameters.get('sys.backup.folder')
  return `s3://${parameters.get('sys.backup.s3.bucket')}/${parameters.get('sys.backup.s3.prefix')}`
}

/** A backup named by an address such as `s3://bucket/prefix/name.tar?endpoint=https://s3.example.com`. */
export async function openAddress(address: string): Promise<{ place: BackupPlace; fileName: string }> {
  const { hostname: bucket, pathname, searchParams } = new URL(address)
  const key = decoded(pathname)
  const at = key.lastIndexOf('/') + 1
  const { S3Place } = await loadS3()
  const place = new S3Place({
    endpoint: searchParams.get('endpoint') ?? '',
    region: searchParams.get('region') ?? '',
    bucket,
    prefix: key.slice(1, at),
    keys: undefined,
    allowed: undefined,
    pathStyle: searchParams.get('pathStyle') !== 'false',
  })
  return { place, fileName: key.slice(at) }
}
