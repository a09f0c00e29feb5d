import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { Sha256 } from './sha-256.ts'

/** MB. The published files are smaller than 0.2 MB. */
export const scrcpyFileLimit = 10

/**
 * Published server files: the SHA-256 of the file `scrcpy-server-v<version>` of each release, as `install_release.sh` of
 * https://github.com/Genymobile/scrcpy names it in the commits of the release (of 3.3 in the commit 696402c6).
 */
export const publishedScrcpy: Readonly<Record<string, string>> = {
  '3.0': '800044c62a94d5fc16f5ab9c86d45b1050eae3eb436514d1b0d2fe2646b894ea',
  '3.0.1': '86c4ef31f5acb060a24d5d63d8dd262ef83384e19ae5f9ad78e6408a50743d17',
  '3.0.2': 'e19fe024bfa3367809494407ad6ca809a6f6e77dac95e99f85ba75144e0ba35d',
  '3.1': '958f0944a62f23b1f33a16e9eb14844c1a04b882ca175a738c16d23cb22b86c0',
  '3.2': 'b920e0ea01936bf2482f4ba2fa985c22c13c621999e3d33b45baa5acfc1ea3d0',
  '3.3': '351cb2edc7e4c2c75f09a7933fdabcf137be52e2602df154f24ec02db46e9e51',
  '3.3.1': 'a0f70b20aa4998fbf658c94118cd6c8dab6abbb0647a3bdab344d70bc1ebcbb8',
  '3.3.2': '2ee5ca0863ef440f5b7c75856bb475c5283d0a8359cb370b1c161314fd29dfd9',
  '3.3.3': '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0',
  '3.3.4': '8588238c9a5a00aa542906b6ec7e6d5541d9ffb9b5d0f6e1bc0e365e2303079e',
  '4.0': '84924bd564a1eb6089c872c7521f968058977f91f5ff02514a8c74aff3210f3a',
  '4.1': 'deacb991ed2509715160ffdc7907e47b4160eb30d1566217e9047fd5b8850cae',
}

/** The server file of scrcpy that agents of real phones receive. */
export const ScrcpyFile = z.object({
  /** As it was uploaded. */
  fileName: z.string(),
  /** Of the published file with this SHA-256, else as in the name of the file; empty if it names none. */
  version: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Lower-case hex. */
  sha256: z.string(),
  /** Its SHA-256 is in `publishedScrcpy`; otherwise the user vouched for it. */
  isPublished: z.boolean(),
  userName: z.string(),
  addedAt: time,
})
export type ScrcpyFile = z.output<typeof ScrcpyFile>

const editPermission = 'site/scrcpy/edit'

export const scrcpyServer = {
  /** Null: agents receive none. */
  one: {
    method: 'GET',
    path: '/site/scrcpy/one',
    permission: 'site/scrcpy/list',
    data: ScrcpyFile.nullable(),
  },
  /** multipart/form-data with the server file under `file`, which replaces the one before. */
  replace: {
    method: 'POST',
    path: '/site/scrcpy/replace',
    permission: editPermission,
    upload: true,
    perMinute: 30,
    query: z.strictObject({
      /** The user vouches for a file that is not a published one; without it, such a file is asked about (412). */
      confirmed: z.enum(['true', 'false']).optional(),
    }),
    data: ScrcpyFile,
    log: OperationType.edit,
  },
  remove: {
    method: 'POST',
    path: '/site/scrcpy/remove',
    permission: editPermission,
    /** Refused if another file has replaced it. */
    body: z.strictObject({ sha256: Sha256 }),
    data: done,
    log: OperationType.remove,
  },
} as const

/** What a phone's agent is told; missing without a file. */
export const OfferedScrcpy = z.object({
  sha256: Sha256,
  size: z.number().int().min(1),
  version: z.string().max(40),
})
export type OfferedScrcpy = z.output<typeof OfferedScrcpy>

/** The file itself, for agents; authorized as `scriptFile` of phone-api.ts is. */
export const scrcpyServerFile = {
  method: 'GET',
  path: '/rapi/scrcpyServer/:sha256',
  permission: 'public',
  params: z.strictObject({ sha256: Sha256 }),
  media: 'application/octet-stream',
  data: z.unknown(),
} as const
