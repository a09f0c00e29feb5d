import type { Readable } from 'node:stream'
import type { StoreMark } from './store-mark.ts'

/** Kinds of files, each in a folder of its own. */
export const areas = ['files', 'recordings', 'backups'] as const
export type Area = (typeof areas)[number]

export interface StoredObject {
  fileName: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

export interface Part {
  /** The first byte, from 0. */
  start: number
  /** The last byte. */
  end: number
}

/**
 * The files of an installation, which all of its servers share: a folder, or a bucket of an S3-compatible storage. A
 * file never changes under its name. Methods of a bucket throw StorageFailure; its reason is `away` where a later try
 * may succeed. With a signal an outage is waited for, up to 10 minutes; else only for seconds.
 */
export interface ObjectStore {
  /** For people: the folder, or `s3://bucket/prefix`. */
  readonly address: string
  /** The work folder is the store: what is complete there is stored. */
  readonly isFolder: boolean
  /** A folder of this machine for files that are being written; on the disk of the store, if it is a folder. */
  readonly workFolder: string
  /**
   * Stores a complete file of this machine, which is gone afterwards. All or nothing, and compared with what is stored.
   */
  take(file: string, area: Area, fileName: string, signal?: AbortSignal): Promise<void>
  /** The file or a part of it; undefined when there is no such file. */
  open(area: Area, fileName: string, part?: Part): Promise<Readable | undefined>
  /** Undefined when there is no such file. */
  find(area: Area, fileName: string): Promise<StoredObject | undefined>
  /** Complete files, in no particular order. */
  list(area: Area): AsyncIterable<StoredObject>
  remove(area: Area, fileName: string): Promise<void>
  /** Brings a file to a path of this machine; the stored one stays. Throws `noFile` for a missing one. */
  fetch(area: Area, fileName: string, file: string, signal: AbortSignal): Promise<void>
  /**
   * Makes the files of a folder those of an area. A bucket keeps other files, too, which the database does not mention
   * and the nightly job removes.
   */
  replace(area: Area, folder: string): Promise<void>
  /** Ends uploads to a bucket that were left unfinished before this time. */
  removePartial(before: Date): Promise<void>
  /** An address from which others can read the file for some minutes; undefined where that is not set up. */
  link(area: Area, fileName: string): Promise<string | undefined>
  /** Refuses a store that cannot be written and read. */
  test(): Promise<void>
  /** What servers of one database compare; undefined for a new store. */
  readMark(): Promise<StoreMark | undefined>
  writeMark(mark: StoreMark): Promise<void>
  close(): void
}
